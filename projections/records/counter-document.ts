import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `counters`: the short numbers given to the records of one company and collection, by creation. */
export interface CounterDocument extends StoredDocument {
  /** Numbers up to this one were given before those in `recent`. */
  readonly base: number;
  /** Positions of the latest creations, in order: the n-th has number `base + n`. */
  readonly recent: readonly number[];
}
