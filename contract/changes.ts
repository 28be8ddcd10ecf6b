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

/** Header of the answer to who is signed in: the cursor from which the page's first subscription misses nothing of what it asks for next. */
export const livePositionHeader = 'x-live-position';
