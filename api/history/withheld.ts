import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { MessageDocument, TicketDocument } from '../../projections/documents.ts';

/**
 * The messages and notes of a whole stream whose content only rule `messages:seeDeleted` opens. Asked of all events, not of those
 * up to a revision: a text deleted today must not be read by going back to yesterday.
 */
export const deletedMessages = (events: readonly RecordedEvent[]): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) =>
      event.unreadable !== undefined
        ? []
        : event.type === 'MessageDeleted'
          ? [(event.data as { messageId: string }).messageId]
          : event.type === 'TicketNoteDeleted'
            ? [(event.data as { noteId: string }).noteId]
            : [],
    ),
  );

/** What an event says: one of a withheld message or note keeps its place and loses its content, its edits' texts included; one that cannot be read says nothing. */
export function eventData(event: RecordedEvent, withheld: ReadonlySet<string>): Record<string, unknown> {
  if (event.unreadable !== undefined) return {};
  const data = event.data as Record<string, unknown>;
  if (!withheld.has((data.messageId ?? data.noteId) as string)) return data;
  const { body: _body, beforeBody: _before, media: _media, extra: _extra, note: _note, ...rest } = data;
  return rest;
}

/** A message of the past without its content when it was deleted at any time since. */
export const withoutContent = (message: MessageDocument, withheld: ReadonlySet<string>): MessageDocument =>
  withheld.has(message.id) ? { ...message, body: '', media: null, extra: null } : message;

/** The ticket's preview shows its last message's text: it is withheld like the message itself. */
export function withoutPreview(ticket: TicketDocument, withheld: ReadonlySet<string>): TicketDocument {
  const last = ticket.lastMessage;
  if (!last || !withheld.has(last.id)) return ticket;
  const { fileName: _fileName, ...rest } = last;
  return { ...ticket, lastMessage: { ...rest, body: '' } };
}
