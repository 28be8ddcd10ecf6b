import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';

/**
 * Returns the messages and notes of a whole stream whose content only rule `messages:seeDeleted` opens. Asked of all
 * events, not of those up to a revision: a text deleted today must not be read by going back to yesterday.
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

/** Returns those whose content went with their contact: withheld from everybody, also where the log is older than the keys. */
export const erasedMessages = (events: readonly RecordedEvent[]): readonly string[] =>
  events.flatMap(({ type, data, unreadable }) => {
    if (type !== 'TicketErased' || unreadable !== undefined) return [];
    const { messageIds, noteIds } = data as { messageIds: string[]; noteIds: string[] };
    return [...messageIds, ...noteIds];
  });

const contents: ReadonlySet<string> = new Set([
  'body',
  'beforeBody',
  'media',
  'file',
  'extra',
  'note',
  'participant',
  'emoji',
  'choices',
  'sealed',
]);

/**
 * Returns what an event says: one of a withheld message or note keeps its place and loses its content, its edits' texts
 * included; one that cannot be read says nothing.
 */
export function eventData(event: RecordedEvent, withheld: ReadonlySet<string>): Record<string, unknown> {
  if (event.unreadable !== undefined) return {};
  const data = event.data as Record<string, unknown>;
  if (!withheld.has((data.messageId ?? data.noteId) as string)) return data;
  return Object.fromEntries(Object.entries(data).filter(([field]) => !contents.has(field)));
}

/** Returns a message of the past without its content when it was deleted at any time since. */
export const withoutContent = (message: MessageDocument, withheld: ReadonlySet<string>): MessageDocument =>
  withheld.has(message.id)
    ? {
        ...message,
        body: '',
        media: null,
        file: null,
        extra: null,
        participant: null,
        reactions: [],
        votes: [],
      }
    : message;

/** Returns the ticket with the preview withheld like the message it shows: its text is the last message's. */
export function withoutPreview(ticket: TicketDocument, withheld: ReadonlySet<string>): TicketDocument {
  const last = ticket.lastMessage;
  if (!last || !withheld.has(last.id)) return ticket;
  const { fileName: _fileName, reaction: _reaction, about: _about, ...rest } = last;
  return { ...ticket, lastMessage: { ...rest, body: '' } };
}
