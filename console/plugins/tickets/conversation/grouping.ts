import type { MessageView } from '../../../../contract/message.ts';

export type ThreadItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  | { readonly kind: 'message'; readonly key: string; readonly message: MessageView; readonly same: boolean };

const GROUP_MS = 5 * 60_000;

const author = (message: MessageView): string =>
  message.fromMe
    ? `me:${message.userId ?? message.automatic ?? ''}`
    : `contact:${message.participant?.number ?? message.contactId}`;

/**
 * Returns what the log shows: a separator for each day (`dayOf` names an instant's day in the company's zone), bubbles
 * joined to the one before when the same author wrote within five minutes, a divider above the unread ones. `heads`
 * stay the first of their group: they were drawn so before the page above them came, and a bubble that changed its
 * height then would move what is being read.
 */
export function threadItems(
  messages: readonly MessageView[],
  dayOf: (iso: string) => string,
  unread?: { readonly firstId: string; readonly count: number },
  heads?: ReadonlySet<string>,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let before: MessageView | undefined;
  for (const message of messages) {
    const newDay = before === undefined || dayOf(before.createdAt) !== dayOf(message.createdAt);
    if (newDay)
      items.push({
        kind: 'day',
        key: `day-${dayOf(message.createdAt)}-${message.id}`,
        at: message.createdAt,
      });
    const divided = unread?.firstId === message.id;
    if (divided) items.push({ kind: 'unread', key: 'unread', count: unread.count });
    const same =
      !newDay &&
      !divided &&
      heads?.has(message.id) !== true &&
      before !== undefined &&
      author(before) === author(message) &&
      before.failure === null &&
      Date.parse(message.createdAt) - Date.parse(before.createdAt) < GROUP_MS;
    items.push({ kind: 'message', key: message.id, message, same });
    before = message;
  }
  return items;
}

/** Returns the first of the `count` newest messages of the contact: the divider stands above it. */
export function firstUnread(messages: readonly MessageView[], count: number): string | undefined {
  let left = count;
  for (const message of messages.toReversed()) {
    if (message.fromMe) continue;
    left -= 1;
    if (left === 0) return message.id;
  }
  return undefined;
}
