import type { CampaignContent } from '../../domain/campaign/campaign.ts';
import type { ContactListDocument } from '../contact-lists/document.ts';
import type { CompanyReader } from '../ports/read-store.ts';

/**
 * Returns how many there are to write to now: of a list who is not known to have no number on the network, of a tag the contacts of
 * the tickets that have it, groups apart. By counters and an index: nobody is read.
 */
export async function countRecipients(
  reader: CompanyReader,
  { contactListId, tagListId }: Pick<CampaignContent, 'contactListId' | 'tagListId'>,
): Promise<number> {
  if (contactListId !== null) {
    const [list, unreachable] = await Promise.all([
      reader.get<ContactListDocument>('contactLists', contactListId),
      reader.count('contactListItems', { where: { contactListId, isOnNetwork: false } }),
    ]);
    return Math.max(0, (list?.contactsCount ?? 0) - unreachable);
  }
  if (tagListId === null) return 0;
  return (await reader.groupCount('tickets', 'contactId', { where: { tagIds: tagListId, isGroup: false } }))
    .size;
}
