import type { FastifyRequest } from 'fastify';
import type { ContactWithTickets } from '../../contract/contact.ts';
import { listConditions } from '../../domain/ticket-lists/ticket-lists.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { contactViewOf } from './view.ts';

/** Of a page of contacts: enough for the newest of each, but where one has very many. */
const mostContacts = 200;

/** Returns contacts with the tickets of theirs that the session may see, the newest first. */
export async function withTickets(
  { session, read }: Pick<FastifyRequest, 'session' | 'read'>,
  contacts: readonly ContactDocument[],
): Promise<ContactWithTickets[]> {
  if (contacts.length === 0) return [];
  const seen = listConditions(session, {});
  const tickets = await read.find<TicketDocument>('tickets', {
    ...seen,
    where: { ...seen.where, contactId: { in: contacts.map(({ id }) => id) } },
    sort: ['-updatedAt'],
    limit: mostContacts,
  });
  return contacts.map((contact) => ({
    ...contactViewOf(contact),
    tickets: tickets
      .filter(({ contactId }) => contactId === contact.id)
      .map(({ id, status, updatedAt }) => ({ id, uuid: id, status, updatedAt })),
  }));
}
