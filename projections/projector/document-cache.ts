import { roughSize } from '../../domain/kernel/rough-size.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** A document that the store is known not to have. */
export const absentDocument = Symbol('absent');
export type Known = StoredDocument | typeof absentDocument;

/**
 * The documents folded last, so that a hot ticket is not loaded for every batch. True only while this projector alone
 * writes: whoever loses the lease, or does not know what became of a commit, clears it.
 */
export interface DocumentCache {
  get(slot: number, id: string): Known | undefined;
  set(slot: number, id: string, knownDocument: Known): void;
  /** Forgets the documents a set operation has deleted in the store. */
  forget(slot: number, matches: (document: StoredDocument) => boolean): void;
  clear(): void;
}

/** Letters that a document takes, usually: so many documents of that size are kept, fewer of larger ones. */
const usualSize = 1_000;

interface Entries {
  get(id: string): Known | undefined;
  set(id: string, knownDocument: Known): void;
  forget(matches: (document: StoredDocument) => boolean): void;
}

/**
 * Returns two maps in turn: when the younger one is full it becomes the older, whose documents are given up but for
 * those asked for since. A list of all entries by their last use (lru-cache) cost a rebuild 5 % of its time: every
 * document that a batch touches is set again. Writing one anew counts it anew, which only gives up the others earlier.
 */
const createEntries = (limit: number): Entries => {
  let young = new Map<string, Known>();
  let oldDocuments = new Map<string, Known>();
  let size = 0;
  const set = (id: string, knownDocument: Known) => {
    const addedSize = knownDocument === absentDocument ? 100 : roughSize(knownDocument);
    // One that takes the place of half of them is not kept at all, nor what was kept of it.
    if (addedSize > limit / 2) {
      young.delete(id);
      oldDocuments.delete(id);
      return;
    }
    if (size + addedSize > limit) {
      oldDocuments = young;
      young = new Map();
      size = 0;
    }
    young.set(id, knownDocument);
    size += addedSize;
  };
  return {
    set,
    get(id) {
      const known = young.get(id);
      if (known !== undefined) return known;
      const older = oldDocuments.get(id);
      if (older !== undefined) set(id, older);
      return older;
    },
    forget(matches) {
      for (const entries of [young, oldDocuments])
        for (const [id, known] of entries) if (known !== absentDocument && matches(known)) entries.delete(id);
    },
  };
};

/**
 * Returns an empty cache.
 * @param max documents of the usual size kept per collection at most: half as many are kept for certain
 */
export const createDocumentCache = (collections: number, max: number): DocumentCache => {
  const fresh = () => Array.from({ length: collections }, () => createEntries((max * usualSize) / 2));
  let caches = fresh();
  return {
    get: (slot, id) => caches[slot]?.get(id),
    set: (slot, id, known) => caches[slot]?.set(id, known),
    forget: (slot, matches) => caches[slot]?.forget(matches),
    clear: () => {
      caches = fresh();
    },
  };
};
