import type { CampaignContent } from '../../domain/campaign/campaign.ts';
import type { ContactListItemDocument } from '../../projections/contact-lists/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';

/** Somebody whom a campaign may write to. `key`: their place among all, which only grows. */
export interface Recipient {
  readonly key: string;
  readonly name: string;
  /** '' where the contact is known. */
  readonly number: string;
  readonly contactId?: string;
}

const page = 200;

/** Returns where a campaign's recipients come from; another place begins anew. */
export const sourceOf = ({ contactListId, tagListId }: CampaignContent): string =>
  contactListId === null ? `tag ${tagListId}` : `list ${contactListId}`;

/** Resolves with a page of those of a list, those whose number is known to be wrong without it. */
async function ofList(reader: CompanyReader, contactListId: string, after: string): Promise<Recipient[]> {
  const items = await reader.find<ContactListItemDocument>('contactListItems', {
    where: { contactListId, id: { gt: after } },
    sort: ['id'],
    limit: page,
  });
  return items.map(({ id, name, number, isOnNetwork }) => ({
    key: id,
    name,
    number: isOnNetwork === false ? '' : number,
  }));
}

/**
 * Resolves with a page of contacts of the tickets that have the tag; one with several tickets comes several times, and
 * is written to once.
 */
async function ofTag(reader: CompanyReader, tagId: string, after: string): Promise<Recipient[]> {
  const tickets = await reader.find<TicketDocument>('tickets', {
    where: { tagIds: tagId, isGroup: false, id: { gt: after } },
    sort: ['id'],
    limit: page,
  });
  return tickets.map(({ id, contactId }) => ({ key: id, name: '', number: '', contactId }));
}

/** Returns a page of the recipients after a key, in the order of their keys; none: there are no more. */
export async function recipientsAfter(
  reader: CompanyReader,
  { contactListId, tagListId }: CampaignContent,
  after: string,
): Promise<Recipient[]> {
  if (contactListId !== null) return ofList(reader, contactListId, after);
  return tagListId === null ? [] : ofTag(reader, tagListId, after);
}

/** Returns the contact that goes on in another one's place, if it still is one that may be written to. */
export async function contactNow(
  reader: CompanyReader,
  contactId: string,
): Promise<ContactDocument | undefined> {
  let contact = await reader.get<ContactDocument>('contacts', contactId);
  while (contact?.mergedInto) contact = await reader.get<ContactDocument>('contacts', contact.mergedInto);
  return contact && contact.deletedAt === null && !contact.isGroup ? contact : undefined;
}
