/**
 * The form in which a contact is added or corrected, wherever that is done: its fields, its rules, and what the server
 * may answer.
 */

import type { ContactCreation, ContactView, NumberCheck } from '../../../../contract/contact.ts';
import { api } from '../../../shell/api.ts';
import type { ContactValues } from './contact-form.ts';

export const createContact = (contact: ContactValues, idempotencyKey: string) =>
  api<ContactCreation>('/contacts', { method: 'POST', body: contact, idempotencyKey });
/** Resolves with the changed contact; what is not named stays as it is, and of extra information what others wrote since it was seen. */
export const updateContact = (
  id: string,
  changes: Partial<ContactValues>,
  { extraInfo }: Pick<ContactValues, 'extraInfo'>,
  idempotencyKey: string,
) =>
  api<ContactView>(`/contacts/${encodeURIComponent(id)}`, {
    method: 'PATCH',
    idempotencyKey,
    body: changes.extraInfo === undefined ? changes : { ...changes, before: { extraInfo } },
  });
/** Resolves with the contact, to whom no campaign writes any more. */
export const leaveCampaigns = (id: string) =>
  api<ContactView>(`/contacts/${encodeURIComponent(id)}/campaigns/leave`, { method: 'POST' });
/** Resolves with the contact, to whom campaigns may write again; who lets them says why. */
export const joinCampaigns = (id: string, reason: string) =>
  api<ContactView>(`/contacts/${encodeURIComponent(id)}/campaigns/join`, {
    method: 'POST',
    body: { reason },
  });
/** Resolves with whether the number is on the network; `exists` is null when no connection is there to ask it. */
export const checkNumber = (number: string, signal?: AbortSignal) =>
  api<NumberCheck>('/contacts/check', { query: { number }, signal });
