import { DomainError } from '../errors.ts';
import { NeedsHistory } from '../kernel/decider.ts';
import type { TicketEvent } from './events.ts';
import { everyMessage } from './messages.ts';
import type { KnownTicket } from './state.ts';

/** Ids an event holds at most, and events an append: a stream of any length fits what a store takes at once. */
const idsAnEvent = 200;
const eventsAtOnce = 50;

const slices = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / idsAnEvent) }, (_, n) =>
    ids.slice(n * idsAnEvent, (n + 1) * idsAnEvent),
  );

/**
 * Returns the events that take the content of all that was said in a ticket whose contact was erased, and say that
 * nothing more is said here. What came at the very moment conflicts and is named by the next try; said again, `[]`.
 */
export const erase = (ticket: KnownTicket): TicketEvent[] => {
  if (ticket.messages.forgotten.at !== '') throw new NeedsHistory();
  const { ticketId, contactId } = ticket;
  const messageIds = everyMessage(ticket.messages).flatMap(([id, facts]) => (facts.erased ? [] : [id]));
  const noteIds = [...ticket.notes].flatMap(([id, facts]) => (facts.erased ? [] : [id]));
  if (ticket.erased && messageIds.length === 0 && noteIds.length === 0) return [];
  const said = slices(messageIds);
  const noted = slices(noteIds);
  return Array.from({ length: Math.min(Math.max(said.length, noted.length, 1), eventsAtOnce) }, (_, n) => ({
    type: 'TicketErased' as const,
    data: { ticketId, contactId, messageIds: [...(said[n] ?? [])], noteIds: [...(noted[n] ?? [])] },
  }));
};

/** Of a contact who was erased nothing more is written. */
export const checkNotErased = (ticket: KnownTicket): void => {
  if (ticket.erased) throw new DomainError('ERR_CONTACT_ERASED');
};
