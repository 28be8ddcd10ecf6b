import type { CompanyReader } from '../ports/read-store.ts';
import type { ContactDocument } from './document.ts';

/** Merges lead from younger to older contacts; more in a row than these are a damaged log. */
const mostSteps = 50;

/** Returns the contact that this one is part of now: itself, unless it was merged. Undefined: there is none (yet). */
export async function presentContact(
  reader: Pick<CompanyReader, 'get'>,
  contactId: string,
): Promise<ContactDocument | undefined> {
  let contact = await reader.get<ContactDocument>('contacts', contactId);
  for (let step = 0; contact?.mergedInto !== undefined && step < mostSteps; step += 1)
    contact = await reader.get<ContactDocument>('contacts', contact.mergedInto);
  return contact;
}
