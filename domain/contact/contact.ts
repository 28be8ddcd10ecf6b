/**
 * Somebody, or a group, who writes to a company: name and addresses, sealed under a key of their own. Two may be found to
 * be one, and anybody can be erased.
 */

import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import { areFieldsSame } from '../same.ts';
import { seen } from '../text/seen.ts';
import { validate } from '../validation.ts';
import { addressKey, isHidden, isNumber, normalizeAddress, ownAddress } from './address.ts';
import type { ContactEvent } from './events.ts';
import { contactEvents, extraInfo } from './events.ts';
import { evolveContact } from './evolve.ts';
import { joinExtraInfo } from './extra-info.ts';
import { absorb, completeMerge, type MergeCommand, merge } from './merge.ts';
import { profileKey } from './profile-key.ts';
import type { ContactState, Created, Personal } from './state.ts';
import { completeUnmerge, release, type UnmergeCommand, unmerge } from './unmerge.ts';

export type { ContactState } from './state.ts';

export type ContactCommand =
  | MergeCommand
  | UnmergeCommand
  /** A contact as the messaging app names it, with addresses that are nobody else's. */
  | Command<
      'RegisterInboundContact',
      {
        readonly contactId: string;
        readonly addresses: readonly string[];
        readonly name: string;
        readonly isGroup: boolean;
        readonly origin: Created['origin'];
        /** Of a contact that others are part of: the one with whose address it is named. */
        readonly via?: string | undefined;
      }
    >
  | Command<'CreateContact', z.input<typeof contactEvents.ContactCreated>>
  /** Absent fields keep their value. `before`: what its author saw: what others wrote beside it since stays. */
  | Command<
      'UpdateContact',
      {
        readonly contactId: string;
        readonly before?: Pick<Personal, 'extraInfo'> | undefined;
      } & Partial<Personal>
    >
  | Command<'NameGroup', { readonly contactId: string; readonly name: string }>
  | Command<'SetContactPicture', { readonly contactId: string; readonly mediaId: string | null }>
  | Command<'LeaveCampaigns', Extract<ContactEvent, { type: 'ContactLeftCampaigns' }>['data']>
  | Command<'JoinCampaigns', Extract<ContactEvent, { type: 'ContactJoinedCampaigns' }>['data']>
  | Command<'DeleteContact', { readonly contactId: string }>
  | Command<'EraseContact', { readonly contactId: string }>
  | Command<'CompleteErasure', Extract<ContactEvent, { type: 'ContactErasureCompleted' }>['data']>;

const name = z.string().trim().min(2).max(50).check(seen);
const email = z.union([z.literal(''), z.email().max(200)]);
const number = z.string().trim().min(8).max(50);
const creation = contactEvents.ContactCreated.extend({
  name,
  email: email.default(''),
  extraInfo: extraInfo.default([]),
  number,
}).strict();
const change = z.strictObject({
  contactId: z.string(),
  name: name.optional(),
  email: email.optional(),
  extraInfo: extraInfo.optional(),
  number: z.union([z.literal(''), number]).optional(),
  before: z.object({ extraInfo }).optional(),
});

/** Hidden ids and those of groups are the messaging app's to give: typed by people they would be nobody's address. */
const checkNumber = (number: string, isGroup: boolean): void => {
  if (!isGroup && !isNumber(number))
    throw new DomainError('ERR_VALIDATION', 'not a number', { errors: { number: 'invalid' } });
};

/** Returns the addresses that this contact claims. */
export const addressKeys = (state: ContactState): readonly string[] =>
  state.status === 'active'
    ? [
        ...new Set(
          [state.personal.number, ...state.aliases].filter((address) => address !== '').map(addressKey),
        ),
      ]
    : [];

const requireActive = (state: ContactState) => {
  if (state.status !== 'active') throw new DomainError('ERR_NO_CONTACT_FOUND');
  return state;
};

const registerInbound = (
  {
    contactId,
    addresses,
    name,
    isGroup,
    origin,
    via,
  }: Extract<ContactCommand, { type: 'RegisterInboundContact' }>['data'],
  state: ContactState,
): ContactEvent[] => {
  if (state.status === 'void') throw new VoidStream();
  const number = addresses.find((address) => !isHidden(address) && !ownAddress(address)) ?? '';
  if (state.status === 'absent') {
    const aliases = addresses.filter((address) => address !== number);
    const data = {
      contactId,
      name: name.trim() || number,
      number,
      email: '',
      extraInfo: [],
      isGroup,
      origin,
    };
    return [
      { type: 'ContactCreated', data },
      ...aliases.map((alias) => ({ type: 'ContactAliasAdded' as const, data: { contactId, alias } })),
    ];
  }
  const { personal, aliases, ...rest } = requireActive(state);
  const key = profileKey(contactId, rest);
  const knownKeys = new Set(addressKeys(state));
  const events: ContactEvent[] = [];
  const ofPart = via === undefined || via === contactId ? {} : { via };
  // So far only other addresses of theirs were known.
  if (personal.number === '' && number !== '') {
    events.push({ type: 'ContactUpdated', data: { contactId, ...key, ...personal, number } });
    // Whose it is stands beside it.
    if (ofPart.via === undefined) knownKeys.add(addressKey(number));
  }
  for (const alias of addresses)
    if (!knownKeys.has(addressKey(alias)) && !aliases.includes(alias))
      events.push({ type: 'ContactAliasAdded', data: { contactId, ...key, alias, ...ofPart } });
  return events;
};

/** Returns the events by which who asked to be left alone is written to again, for a reason only. @throws ERR_VALIDATION */
function joinCampaigns(
  { contactId, reason }: Extract<ContactEvent, { type: 'ContactJoinedCampaigns' }>['data'],
  state: ContactState,
): ContactEvent[] {
  if (!requireActive(state).leftCampaigns) return [];
  const said = reason.trim();
  const errors = {
    ...(said.length < 3 && { reason: said === '' ? 'required' : 'tooShort' }),
    ...(said.length > 200 && { reason: 'tooLong' }),
  };
  if (Object.keys(errors).length > 0)
    throw new DomainError('ERR_VALIDATION', 'a reason is required', { errors });
  return [{ type: 'ContactJoinedCampaigns', data: { contactId, reason: said } }];
}

const decide = ({ type, data }: ContactCommand, state: ContactState): readonly ContactEvent[] => {
  switch (type) {
    case 'RegisterInboundContact':
      return registerInbound(data, state);
    case 'CreateContact': {
      if (state.status === 'void') throw new VoidStream();
      if (state.status !== 'absent') return [];
      const values = validate(creation, data);
      const number = normalizeAddress(values.number, values.isGroup);
      checkNumber(number, values.isGroup);
      return [{ type: 'ContactCreated', data: { ...values, number } }];
    }
    case 'UpdateContact': {
      const { personal, isGroup, ...rest } = requireActive(state);
      const { contactId, before, ...values } = validate(change, data);
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      const number = values.number
        ? normalizeAddress(values.number, isGroup)
        : (values.number ?? personal.number);
      if (number === '' && personal.number !== '')
        throw new DomainError('ERR_VALIDATION', 'a number is required', { errors: { number: 'required' } });
      if (number !== personal.number) checkNumber(number, isGroup);
      const next: Personal = { ...personal, ...given, number };
      if (before && values.extraInfo)
        next.extraInfo = validate(change.pick({ extraInfo: true }), {
          extraInfo: joinExtraInfo(personal.extraInfo, before.extraInfo, values.extraInfo),
        }).extraInfo!;
      return areFieldsSame(next, personal)
        ? []
        : [{ type: 'ContactUpdated', data: { contactId, ...profileKey(contactId, rest), ...next } }];
    }
    case 'NameGroup': {
      const { personal } = requireActive(state);
      const { contactId, name } = data;
      if (personal.name === name) return [];
      return [{ type: 'ContactUpdated', data: { contactId, ...personal, name } }];
    }
    case 'SetContactPicture':
      return requireActive(state).pictureId === data.mediaId ? [] : [{ type: 'ContactPictureChanged', data }];
    case 'LeaveCampaigns':
      return requireActive(state).leftCampaigns ? [] : [{ type: 'ContactLeftCampaigns', data }];
    case 'JoinCampaigns':
      return joinCampaigns(data, state);
    case 'DeleteContact':
      if (state.status === 'deleted' || state.status === 'erased') return [];
      requireActive(state);
      return [{ type: 'ContactDeleted', data: { contactId: data.contactId } }];
    case 'EraseContact':
      // Also of a contact that is deleted or merged, whose tickets still say who they were.
      if (state.status === 'erased') return [];
      if (state.status !== 'deleted' && state.status !== 'merged') requireActive(state);
      return [{ type: 'ContactErased', data: { contactId: data.contactId } }];
    case 'CompleteErasure':
      if (state.status !== 'erased') throw new DomainError('ERR_NO_CONTACT_FOUND');
      return state.completed ? [] : [{ type: 'ContactErasureCompleted', data }];
    case 'MergeContact':
      return merge(data, state);
    case 'AbsorbContact':
      return absorb(data, state);
    case 'CompleteMerge':
      return completeMerge(data, state);
    case 'ReleaseContact':
      return release(data, state);
    case 'UnmergeContact':
      return unmerge(data, state);
    case 'CompleteUnmerge':
      return completeUnmerge(data, state);
    default:
      return type satisfies never;
  }
};

export const contactDecider: Decider<ContactState, ContactCommand, ContactEvent> = {
  category: 'contact',
  types: new Set(Object.keys(contactEvents)),
  initial: { status: 'absent' },
  decide,
  evolve: evolveContact,
};
