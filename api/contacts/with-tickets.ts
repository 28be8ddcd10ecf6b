import type { FastifyRequest } from 'fastify';
import type { ContactWithTickets } from '../../contract/contact.ts';
import { listConditions } from '../../domain/ticket-lists/ticket-lists.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { contactViewOf } from './view.ts';

/** Of a page of contacts: enough for the newest of each, but where one has very many. */
const mostTickets = 200;

const newestFirst = (one: TicketDocument, other: TicketDocument): number =>
  one.updatedAt < other.updatedAt ? 1 : one.updatedAt > other.updatedAt ? -1 : 0;

/** Returns contacts with the tickets of theirs that the session may see, the newest first. */
export async function withTickets(
  { session, read }: Pick<FastifyRequest, 'session' | 'read'>,
  contacts: readonly ContactDocument[],
): Promise<ContactWithTickets[]> {
  if (contacts.length === 0) return [];
  const seen = listConditions(session, {});
  const theirs = { ...seen, where: { ...seen.where, contactId: { in: contacts.map(({ id }) => id) } } };
  // A store sorts them contact by contact: nearly always all of them are few, and sorted here for a tenth of that.
  const all = await read.find<TicketDocument>('tickets', { ...theirs, limit: mostTickets + 1 });
  const tickets =
    all.length > mostTickets
      ? await read.find<TicketDocument>('tickets', { ...theirs, sort: ['-updatedAt'], limit: mostTickets })
      : all.toSorted(newestFirst);
  const byContact = Map.groupBy(tickets, ({ contactId }) => contactId);
  return contacts.map((contact) => ({
    ...contactViewOf(contact),
    tickets: (byContact.get(contact.id) ?? []).map(({ id, status, updatedAt }) => ({
      id,
      uuid: id,
      status,
      updatedAt,
    })),
  }));
}
