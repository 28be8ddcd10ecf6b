/** What may be set aside for a person to look at: of a messaging network, or an event that was not followed. */
export const parkedKinds = ['message', 'edit', 'delete', 'reaction', 'vote', 'unread', 'event'] as const;
export type ParkedKind = (typeof parkedKinds)[number];

/**
 * Why it was: the desk said no again and again (`refused`), its conversation holds an event that cannot be read
 * (`unreadable`), it is too large for the event store, or the defect is one of ours.
 */
export const parkedReasons = ['refused', 'unreadable', 'tooLarge', 'defect'] as const;
export type ParkedReason = (typeof parkedReasons)[number];
