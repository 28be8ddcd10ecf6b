/** Read models in SQLite files: generations side by side, documents with indexes and search, commits in threads under load. */

import { Worker } from 'node:worker_threads';
import type { Database } from './database.ts';

/** Pages (4 KB) in the write-ahead log that wait to be copied, and pages it has in all, from which on a thread is asked. */
const usual = { mostWaiting: 6_000, mostInAll: 12_000 };
const lookEveryMs = 100;
/** Of a thread that was not needed for so long the memory is given back. */
const idleMs = 60_000;

/**
 * Pages from which on a commit copies all of them itself, for which this thread stands still (90 ms for 16,000): only where
 * the thread is too slow.
 */
export const ownFrom = 64_000;

/** Returns what has the write-ahead log of a file copied into it by a thread of its own, begun when there is much of it. */
export function createCheckpointing(database: Database, path: string, { mostWaiting, mostInAll } = usual) {
  let thread: Worker | undefined;
  let busy = false;
  let lookedAt = 0;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(idle);
    void thread?.terminate();
    thread = undefined;
    busy = false;
  }

  function begin(): Worker {
    const begunWorker = new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    // An error is no harm: the next round, or in the end a commit, copies what this one did not.
    begunWorker.on('message', () => {
      busy = false;
    });
    begunWorker.on('error', () => {
      if (thread === begunWorker) end();
    });
    begunWorker.unref();
    return begunWorker;
  }

  return {
    /** After a commit. */
    wrote(): void {
      const now = performance.now();
      if (busy || now - lookedAt < lookEveryMs) return;
      lookedAt = now;
      const [, inAll, copied] = database.get('PRAGMA wal_checkpoint(NOOP)') as [number, number, number];
      if (inAll - copied < mostWaiting && (inAll < mostInAll || inAll === copied)) return;
      thread ??= begin();
      busy = true;
      thread.postMessage(path);
      clearTimeout(idle);
      idle = setTimeout(end, idleMs).unref();
    },
    giveBack(): void {
      if (!busy) end();
    },
    close: end,
  };
}
