/** One item of a frame of `subscription { changes(channels, after) { seq items } }`. */
export interface Change<T = unknown> {
  readonly channel: string;
  /** 'create' | 'update' | 'delete' | 'updateUnread' | 'new-message' … ; 'resync' (no document): reload everything. */
  readonly action: string;
  readonly id: string;
  readonly document?: T;
  readonly position: number;
  /** Of a channel of which the specification says more: document and id under its own names (`integrationId`). */
  readonly [own: string]: unknown;
}

/**
 * What a line gets that asked for brief changes in its hello, of a card that the same subscription was told whole: the
 * fields that are other, the card's own position aside. `channel` is the last part of one that the subscription asked for.
 */
export interface BriefChange extends Pick<Change, 'channel' | 'action' | 'id' | 'position'> {
  readonly changed: Readonly<Record<string, unknown>>;
}

/** Of the hello of a line (`connection_init`) that understands brief changes. */
export const briefHello = { changes: 'brief' } as const;

/** Cards that a subscription keeps, those told last: the server tells none briefly that may be out of them. */
export const mostKnownCards = 1_000;

/** Header of the answer to who is signed in: the cursor from which the page's first subscription misses nothing of what it asks for next. */
export const livePositionHeader = 'x-live-position';
