import type { GroupMemberView } from '../../contract/contact.ts';
import { addressKey, isHidden } from '../../domain/contact/address.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { compareNames } from '../../domain/text/compare-names.ts';
import type { KnownGroup } from '../../messaging/groups.ts';
import { readGroup } from '../../messaging/groups.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { shownAddress } from './addresses.ts';

/** What was written last tells what members call themselves. */
const lookedThrough = 500;

const newestGroup = (groups: readonly (KnownGroup | undefined)[]): KnownGroup | undefined =>
  groups.reduce((one, other) => (one === undefined || (other && other.at > one.at) ? other : one), undefined);

async function ownNames(reader: CompanyReader, contactId: string): Promise<ReadonlyMap<string, string>> {
  const [ticket] = await reader.find<TicketDocument>('tickets', {
    where: { contactId },
    sort: ['-updatedAt'],
    limit: 1,
  });
  if (!ticket) return new Map();
  const said = await reader.find<MessageDocument>('messages', {
    where: { ticketId: ticket.id },
    sort: ['-order'],
    limit: lookedThrough,
  });
  // The last word counts: it is put last.
  return new Map(
    said
      .toReversed()
      .flatMap(({ participant }) =>
        participant ? [[addressKey(participant.number), participant.name]] : [],
      ),
  );
}

/**
 * Returns the members of a group as the connection that heard of it last knows them: by the name people gave the
 * contact, else the one they gave themselves, else by number alone. Admins first, then by name.
 */
export async function groupMembers(
  state: StateStore,
  reader: CompanyReader,
  group: Pick<ContactDocument, 'id' | 'number'>,
  connectionIds: readonly string[],
): Promise<GroupMemberView[]> {
  const knownGroup = newestGroup(
    await Promise.all(connectionIds.map((id) => readGroup(state, id, group.number))),
  );
  if (!knownGroup) return [];
  const addresses = [...new Set(knownGroup.members.flatMap((member) => member.addresses))];
  const [byNumber, byAlias, ownAddresses] = await Promise.all([
    reader.find<ContactDocument>('contacts', {
      where: { number: { in: addresses }, deletedAt: null },
      limit: addresses.length,
    }),
    reader.find<ContactDocument>('contacts', {
      where: { aliases: { in: addresses }, deletedAt: null },
      limit: addresses.length,
    }),
    ownNames(reader, group.id),
  ]);
  const contacts = new Map(
    [...byAlias, ...byNumber].flatMap((contact) =>
      [contact.number, ...contact.aliases].map((address) => [addressKey(address), contact] as const),
    ),
  );
  return knownGroup.members
    .map(({ addresses: theirs, admin }): GroupMemberView => {
      const keys = theirs.map(addressKey);
      const contact = keys.map((key) => contacts.get(key)).find((one) => one !== undefined);
      const called = keys.map((key) => ownAddresses.get(key)).find((name) => name !== undefined);
      const number = shownAddress(theirs.find((address) => !isHidden(address)) ?? '');
      return { contactId: contact?.id ?? null, name: contact?.name ?? called ?? '', number, admin };
    })
    .sort(
      (one, other) =>
        Number(other.admin) - Number(one.admin) ||
        compareNames(one.name || '\uffff', other.name || '\uffff') ||
        one.number.localeCompare(other.number),
    );
}
