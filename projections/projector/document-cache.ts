import { LRUCache } from 'lru-cache';
import { roughSize } from '../../domain/kernel/rough-size.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** A document that the store is known not to have. */
export const absent = Symbol('absent');
export type Known = StoredDocument | typeof absent;

/**
 * The documents folded last, so that a hot ticket is not loaded for every batch. True only while this projector alone
 * writes: whoever loses the lease, or does not know what became of a commit, clears it.
 */
export interface DocumentCache {
  get(slot: number, id: string): Known | undefined;
  set(slot: number, id: string, known: Known): void;
  /** Forgets the documents a set operation has deleted in the store. */
  forget(slot: number, matches: (document: StoredDocument) => boolean): void;
  clear(): void;
}

/** Letters that a document takes, usually: so many documents of that size are kept, fewer of larger ones. */
const usualSize = 1_000;

/** @param max documents of the usual size kept per collection */
export const createDocumentCache = (collections: number, max: number): DocumentCache => {
  // `max` would allocate for all of them at once, in every collection.
  const caches = Array.from(
    { length: collections },
    () =>
      new LRUCache<string, Known>({
        ...{ maxSize: max * usualSize, maxEntrySize: (max * usualSize) / 4 },
        sizeCalculation: (known) => (known === absent ? 100 : roughSize(known)),
      }),
  );
  return {
    get: (slot, id) => caches[slot]?.get(id),
    set: (slot, id, known) => {
      caches[slot]?.set(id, known);
    },
    forget(slot, matches) {
      const cache = caches[slot];
      for (const [id, known] of cache?.entries() ?? [])
        if (known !== absent && matches(known)) cache?.delete(id);
    },
    clear() {
      for (const cache of caches) cache.clear();
    },
  };
};
