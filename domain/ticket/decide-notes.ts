import { DomainError } from '../errors.ts';
import type { TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import type { LiveTicket } from './state.ts';
import { homeOf } from './state.ts';

/** The spec's least, and a bound for what one event may hold. */
const shortestNote = 2;
export const longestNote = 10_000;

const refusalOf = (code: string) =>
  new DomainError('ERR_VALIDATION', `note: ${code}`, { errors: { note: code } });

/** Returns the events of a note for colleagues. The ticket may have any status: what is worth noting often comes up after it is closed. */
export const addNote = (
  { data, metadata }: TicketCommandOf<'AddTicketNote'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { noteId } = data;
  if (ticket.notes.has(noteId)) return [];
  const note = data.note.trim();
  if (note.length < shortestNote) throw refusalOf('tooShort');
  if (note.length > longestNote) throw refusalOf('tooLong');
  const userId = metadata.actor.kind === 'user' ? metadata.actor.id : null;
  const { ticketId } = ticket;
  return [{ type: 'TicketNoteAdded', data: { ticketId, noteId, contactId: homeOf(ticket), userId, note } }];
};

/**
 * Returns the events of a note's deletion by who wrote it, or by who may delete any. The event of its writing stays:
 * auditors read it in the history.
 */
export const deleteNote = (
  { data, metadata }: TicketCommandOf<'DeleteTicketNote'>,
  ticket: LiveTicket,
): TicketEvent[] => {
  const { noteId } = data;
  const facts = ticket.notes.get(noteId);
  if (facts === undefined) throw new DomainError('ERR_NOT_FOUND', 'no such note');
  if (facts.deleted) return [];
  if (!data.any && facts.userId !== metadata.actor.id)
    throw new DomainError('ERR_NO_PERMISSION', 'only own notes');
  return [{ type: 'TicketNoteDeleted', data: { ticketId: ticket.ticketId, noteId } }];
};
