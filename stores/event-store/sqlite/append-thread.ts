/** The event store in one SQLite file: appends in groups, on a thread of their own when there are many, and packed events. */

import type { Logger } from 'pino';
import { createLoadThread, slowDisk, type ThreadLoad } from '../../threads/load-thread.ts';
import { type Connection, isBusy, type SqliteFile, writePragmas } from './file.ts';
import type { Append, Outcome } from './write-group.ts';

/**
 * Returns what writes groups of appends: on this thread while there are few, else in one that has the same file open. A
 * file that took the place of the open one has a thread of its own.
 */
export function createAppendThread(
  path: string,
  connection: Connection,
  log?: Logger,
  load: ThreadLoad = slowDisk,
) {
  const begin = (file: SqliteFile) => ({
    file,
    thread: createLoadThread<readonly Append[], Outcome[]>(
      {
        module: new URL('./append-worker.mjs', import.meta.url),
        data: { path, place: file.place, pragmas: writePragmas },
        name: 'the log’s appends',
        youngSpaceMb: 1,
        oldSpaceMb: 128,
        harmless: isBusy,
      },
      log,
      load,
    ),
  });
  let currentThread: ReturnType<typeof begin> | undefined;

  return {
    /** @param file the open one. @throws UnavailableError: nothing is written, or, where the thread has ended, nobody knows */
    write(file: SqliteFile, group: readonly Append[]): Outcome[] | Promise<Outcome[]> {
      if (currentThread?.file !== file) {
        void currentThread?.thread.close();
        currentThread = begin(file);
      }
      const here = () => connection.use((file) => file.write(group));
      const made = currentThread.thread.run(group, here, group.length === 1);
      if (!(made instanceof Promise)) return made;
      return made.catch((error: unknown) =>
        connection.use((): never => {
          throw error;
        }),
      );
    },
    giveBack: (): void => currentThread?.thread.giveBack(),
    isApart: (): boolean => currentThread?.thread.isApart() ?? false,
    close: async (): Promise<void> => currentThread?.thread.close(),
  };
}
