/** What of a messaging network may be set aside for a person to look at. */
export const parkedKinds = ['message', 'edit', 'delete', 'reaction', 'vote', 'unread'] as const;
export type ParkedKind = (typeof parkedKinds)[number];

/**
 * Why it was: the desk said no again and again (`refused`), its conversation holds an event that cannot be read
 * (`unreadable`), it is too large for the event store, or the defect is one of ours.
 */
export const parkedReasons = ['refused', 'unreadable', 'tooLarge', 'defect'] as const;
export type ParkedReason = (typeof parkedReasons)[number];
