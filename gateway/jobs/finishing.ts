import type { Logger } from 'pino';
import { collectionPages, everyDocument } from '../../projections/ports/collection-pages.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import { byInstant } from './instants.ts';

const hourMs = 3_600_000;
const failedMs = 5_000;
const leastMs = 50;

/** What was begun and is not finished before `completedAt` is written. */
export interface Begun extends StoredDocument {
  readonly completedAt: string | null;
}

/**
 * Returns the round of a job that finishes what stands in a read model as begun. Each thing says when it is to be looked at
 * again, and is not before; what is finished is verified when a process starts and every hour: a backup put back may have undone it.
 */
export function finishing<T extends Begun>(deps: {
  readonly readStore: Pick<ReadStore, 'allCompanies'>;
  /** Indexed by `completedAt, at` and by `at`. */
  readonly collection: string;
  readonly everyMs: number;
  /** Returns when it is to be looked at again, in milliseconds; infinity: it is finished. */
  readonly finish: (item: T, signal: AbortSignal) => Promise<number>;
  readonly verify: (item: T, signal: AbortSignal) => Promise<void>;
  /** What is logged of one that fails. */
  readonly failed: string;
  readonly log: Logger;
}): (signal: AbortSignal) => Promise<number> {
  const { readStore, collection, log } = deps;
  const now = () => performance.now();
  /** Whatever is written of a thing makes it another: what was finished may have been begun anew. */
  const keyOf = ({ id, position }: T): string => `${id} ${position}`;
  /** When those known are to be looked at again. */
  let index = byInstant<string>();
  let verifiedAt = Number.NEGATIVE_INFINITY;

  /** All of them first: those that are finished meanwhile would move the pages. */
  function unfinishedWork(): Promise<readonly T[]> {
    const query = { where: { completedAt: null }, sort: ['at'] };
    return everyDocument<T>(readStore.allCompanies(), collection, query);
  }

  /** Returns in how many milliseconds it is to be looked at again. */
  const attempt = (item: T, work: () => Promise<number>): Promise<number> =>
    work().catch((error: unknown) => {
      log.error({ err: error, collection, id: item.id }, deps.failed);
      return failedMs;
    });

  async function verifyAll(signal: AbortSignal): Promise<void> {
    let isWhole = true;
    const verified = async (item: T): Promise<number> => {
      await deps.verify(item, signal);
      return 0;
    };
    for await (const some of collectionPages<T>(readStore.allCompanies(), collection, { sort: ['at'] }))
      for (const item of some) {
        if (signal.aborted) return;
        if (item.completedAt !== null && (await attempt(item, () => verified(item))) > 0) isWhole = false;
      }
    if (isWhole) verifiedAt = now();
  }

  return async (signal) => {
    // Only what is still unfinished is carried on: another gateway may have finished the rest.
    const former = index;
    index = byInstant();
    for (const item of await unfinishedWork()) {
      const key = keyOf(item);
      const at = former.of(key) ?? 0;
      if (at > now()) index.set(key, at);
      else if (signal.aborted) break;
      else index.set(key, (await attempt(item, () => deps.finish(item, signal))) + now());
    }
    if (now() - verifiedAt >= hourMs) await verifyAll(signal);
    return Math.min(deps.everyMs, Math.max(leastMs, index.next() - now()));
  };
}
