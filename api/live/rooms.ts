import { inScope } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import type { Subscriber } from './subscriber.ts';

/**
 * Returns the tickets whose messages a session wants to follow, each in its sight.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION
 */
export async function enterRooms(
  reader: CompanyReader,
  session: Session,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const rooms = new Map<string, boolean>();
  const found = new Map(
    (await reader.getMany<TicketDocument>('tickets', ids)).map((ticket) => [ticket.id, ticket]),
  );
  for (const id of ids) {
    const ticket = found.get(id);
    if (!ticket) throw new DomainError('ERR_NO_TICKET_FOUND');
    if (!inScope(session.scope, ticket)) throw new DomainError('ERR_NO_PERMISSION');
    rooms.set(id, true);
  }
  return rooms;
}

/** Looks again who may still follow what: the tickets or the rights may have changed. */
export async function checkRooms(reader: CompanyReader, subscriber: Subscriber): Promise<void> {
  const ids = [...subscriber.rooms.keys()];
  if (ids.length === 0) return;
  for (const ticket of await reader.getMany<TicketDocument>('tickets', ids))
    subscriber.mayEnter(ticket.id, inScope(subscriber.session.scope, ticket));
}
