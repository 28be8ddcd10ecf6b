import type { DatabaseSync } from 'node:sqlite';

interface Task {
  /** Its promise may not settle before the disk has it. */
  readonly lasting: boolean;
  run(): () => void;
  fail(error: unknown): void;
}

/**
 * Gathers writes asked for in the same turn of the event loop into one transaction, so that they share one wait for
 * the disk. Each promise settles after the COMMIT; a failed one rejects them all.
 */
export const createGroupCommit = (database: DatabaseSync, around: { begin(): void; end(): void }) => {
  let waiting: Task[] = [];
  let scheduled: Promise<void> | undefined;
  let closed = false;
  let failed = false;
  // In WAL mode a commit of `NORMAL` waits for no disk, and the next of `FULL` brings it there before itself.
  let synchronous = true;
  const wait = (lasting: boolean) => {
    if (lasting === synchronous) return;
    database.exec(`PRAGMA synchronous = ${lasting ? 'FULL' : 'NORMAL'}`);
    synchronous = lasting;
  };

  const flush = () => {
    scheduled = undefined;
    const tasks = waiting;
    waiting = [];
    let settle: (() => void)[];
    try {
      wait(tasks.some(({ lasting }) => lasting));
      database.exec('BEGIN IMMEDIATE');
      around.begin();
      settle = tasks.map((task) => task.run());
      around.end();
      database.exec('COMMIT');
    } catch (error) {
      // A failed COMMIT or a full disk may have rolled back already.
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      failed = true;
      for (const task of tasks) task.fail(error);
      return;
    }
    failed = false;
    for (const done of settle) done();
  };

  return {
    add: <T>(work: () => T, lasting = true) =>
      new Promise<T>((resolve, reject) => {
        if (closed) {
          reject(new Error('the state store is closed'));
          return;
        }
        waiting.push({
          lasting,
          run: () => {
            const result = work();
            return () => resolve(result);
          },
          fail: reject,
        });
        scheduled ??= new Promise((done) => {
          setImmediate(() => {
            flush();
            done();
          });
        });
      }),
    /** Whether the last transaction could not be written: reading proves nothing then (the disk may be full). */
    failing: () => failed,
    /** Writes what is waiting; nothing is taken after this. */
    close: async () => {
      closed = true;
      await scheduled;
    },
  };
};
