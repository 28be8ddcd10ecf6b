/** The state store in a SQLite file: writes of one moment share a commit, and a process that ended is known to have ended. */

import type { Group, Write, Written } from './writes.ts';

interface Waiting {
  readonly write: Write;
  readonly lasting: boolean;
  readonly resolve: (writtenResult: Written) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns what gathers writes asked for in the same turn of the event loop, or while a group is being written, so that
 * they share one wait for the disk. Each promise settles after the commit; a failed one rejects them all.
 * @param commit makes one transaction: at once, or elsewhere
 */
export const createGroupCommit = (commit: (group: Group) => Written[] | Promise<Written[]>) => {
  let waitingWrites: Waiting[] = [];
  let runningCommit: Promise<void> | undefined;
  let closed = false;
  let failed = false;

  async function flush(): Promise<void> {
    const group = waitingWrites;
    waitingWrites = [];
    try {
      const made = commit({
        writes: group.map(({ write }) => write),
        lasting: group.some(({ lasting }) => lasting),
      });
      const written = Array.isArray(made) ? made : await made;
      failed = false;
      for (const [at, { resolve }] of group.entries()) resolve(written[at]);
    } catch (error) {
      failed = true;
      for (const { reject } of group) reject(error);
    }
  }
  async function run(): Promise<void> {
    while (waitingWrites.length > 0) {
      await new Promise((turn) => setImmediate(turn));
      await flush();
    }
    runningCommit = undefined;
  }

  return {
    /** @param lasting false: a commit that waits for no disk will do */
    add: (write: Write, lasting = true) =>
      new Promise<Written>((resolve, reject) => {
        if (closed) {
          reject(new Error('the state store is closed'));
          return;
        }
        waitingWrites.push({ write, lasting, resolve, reject });
        runningCommit ??= run();
      }),
    /** Whether the last transaction could not be written: reading proves nothing then (the disk may be full). */
    failing: () => failed,
    /** Writes what is waiting; nothing is taken after this. */
    close: async () => {
      closed = true;
      await runningCommit;
    },
  };
};
