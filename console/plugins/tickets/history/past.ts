import type { HistoryEventView } from '../../../../contract/history.ts';
import type { MessageView } from '../../../../contract/message.ts';
import { plainText } from '../../../../domain/text/plain.ts';

/** What the address asks for: the present, a revision that exists, or one that does not. */
export type RequestedRevision =
  | { readonly kind: 'now' }
  | { readonly kind: 'revision'; readonly revision: number }
  | { readonly kind: 'wrong'; readonly text: string };

/** Returns the revision of `?rev=`; `last` is the newest one, undefined while it is not known. */
export function requestedRevision(text: string | null, last: number | undefined): RequestedRevision {
  if (text === null || text === '') return { kind: 'now' };
  const revision = /^\d{1,9}$/u.test(text) ? Number(text) : undefined;
  if (revision === undefined || (last !== undefined && revision > last)) return { kind: 'wrong', text };
  return { kind: 'revision', revision };
}

/** Delivery and bookkeeping: seen in the ticks, tedious in a list. */
const quiet = new Set([
  'MessageSent',
  'MessageAcknowledged',
  'MessageChangeSettled',
  'MessageReactionSettled',
  'MessageHeld',
  'TicketRead',
  'ClaimLost',
]);
export const isQuiet = (event: HistoryEventView): boolean => quiet.has(event.type);

/** Whether what happened before the first event known may be about a message as old as `oldest` (its time), or is the revision itself. */
export function lacksOlder(
  events: readonly HistoryEventView[],
  hasOlder: boolean,
  revision: number | undefined,
  oldest: string | undefined,
): boolean {
  const first = events[0];
  if (!hasOlder || first === undefined) return false;
  return (revision !== undefined && revision < first.revision) || (oldest !== undefined && oldest < first.at);
}

/** Returns how an event stands out on the timeline. */
export function markOf(event: HistoryEventView): 'danger' | 'edit' | 'ticket' | 'plain' {
  if (['MessageDeleted', 'MessageFailed', 'MessageFileFailed'].includes(event.type)) return 'danger';
  if (event.type === 'MessageEdited') return 'edit';
  return event.type.startsWith('Ticket') && !isQuiet(event) ? 'ticket' : 'plain';
}

/** Returns the index of the last event at or before a revision; events are in order. 0 when all are later. */
export function indexAt(events: readonly HistoryEventView[], revision: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.revision ?? 0) > revision) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - 1);
}

/** Returns the message an event is about; of a receipt for many, the last. */
export function messageOf(event: HistoryEventView): string | undefined {
  const { messageId, messageIds } = event.data;
  if (typeof messageId === 'string') return messageId;
  const last = Array.isArray(messageIds) ? messageIds.at(-1) : undefined;
  return typeof last === 'string' ? last : undefined;
}

/** Edits and deletion of each message, in order: what the bubbles of every revision are annotated with. */
export interface Fate {
  readonly edits: readonly HistoryEventView[];
  readonly deletion: HistoryEventView | undefined;
}
export function fates(events: readonly HistoryEventView[]): ReadonlyMap<string, Fate> {
  const foundFates = new Map<string, Fate>();
  for (const event of events) {
    const id = messageOf(event);
    if (id === undefined || (event.type !== 'MessageEdited' && event.type !== 'MessageDeleted')) continue;
    const held = foundFates.get(id) ?? { edits: [], deletion: undefined };
    foundFates.set(
      id,
      event.type === 'MessageEdited'
        ? { ...held, edits: [...held.edits, event] }
        : { ...held, deletion: held.deletion ?? event },
    );
  }
  return foundFates;
}

/** Returns a body of an event's data; undefined when the server withheld it. */
export const bodyOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Returns the messages of a revision as they are shown: one whose text is withheld because it was deleted later stands
 * as a deleted one; one that is the same as in the revision shown before is the same object, so that its bubble is not
 * drawn again.
 */
export const shownMessages = (
  messages: readonly MessageView[],
  fate: ReadonlyMap<string, Fate>,
  seesDeleted: boolean,
  before: ReadonlyMap<string, MessageView>,
): readonly MessageView[] =>
  messages.map((message) => {
    const withheld =
      !seesDeleted && !message.isDeleted && fate.get(message.id)?.deletion !== undefined
        ? { ...message, isDeleted: true }
        : message;
    const held = before.get(message.id);
    return held !== undefined &&
      held.position === withheld.position &&
      held.isDeleted === withheld.isDeleted &&
      JSON.stringify(held.quotedMsg) === JSON.stringify(withheld.quotedMsg)
      ? held
      : withheld;
  });

/** Whether every word of a query is somewhere in a text; accents and case do not matter. */
export function mentions(text: string, query: string): boolean {
  const where = plainText(text);
  return plainText(query)
    .split(/\s+/u)
    .every((word) => where.includes(word));
}
