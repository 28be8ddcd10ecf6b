import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type EventStore, LogRewoundError, type Mark } from '../../../domain/kernel/event-store.ts';
import { backoff, sleep } from '../../../domain/kernel/retry.ts';
import type { ThreadLoad } from '../../threads/load-thread.ts';
import { checkAppend } from '../append-input.ts';
import { createAppendThread } from './append-thread.ts';
import { createAppends } from './appends.ts';
import { createChanges } from './changes.ts';
import { type Connection, connect, eventOf, type Row, type SqliteFile, toRecorded } from './file.ts';
import { readBatch, readTypes } from './reading.ts';
import { createRecent, type Recent } from './recent.ts';

export { backupSqliteEventStore } from './file.ts';

/** Whether an event stands at the position and, with a mark, this very one. */
const standsIn = (file: SqliteFile, position: number, mark?: Mark): boolean => {
  const row = file.at.get(position) as unknown as Row | undefined;
  if (!row) return false;
  return mark === undefined || eventOf(file, row).id === mark.id;
};

/** Returns what follows the log: events of our own commits as they were written, all others from the file. */
function createFollowing({
  path,
  log,
  connection,
  changes,
  recentEvents,
  closeSignal,
}: {
  readonly path: string;
  readonly log: Logger | undefined;
  readonly connection: Connection;
  readonly changes: ReturnType<typeof createChanges>;
  readonly recentEvents: Recent;
  readonly closeSignal: AbortSignal;
}): EventStore['subscribe'] {
  return async function* ({ after, mark: given, batch = 500, types, signal: wanted, onLive }) {
    const signal = AbortSignal.any([wanted, closeSignal]);
    const delays = backoff(20, 1_000);
    const follower = { position: after };
    let lastMark = given;
    let checked: SqliteFile | undefined;
    const nextEvents = (file: SqliteFile) => {
      const { position } = follower;
      // Another file than before may be an older copy, whose events would be passed over in silence.
      if (file !== checked && position > 0 && !standsIn(file, position, lastMark)) return undefined;
      checked = file;
      const own = recentEvents.after(file, position, batch);
      if (own.length > 0) return own;
      return types ? readTypes(file, position, batch, types) : readBatch(file, position, batch);
    };
    recentEvents.join(follower);
    try {
      while (!signal.aborted) {
        let events: RecordedEvent[] | undefined;
        let mark: number;
        try {
          mark = changes.mark();
          events = connection.use(nextEvents);
          delays.reset();
        } catch (error) {
          onLive?.(false);
          log?.warn(
            { err: error, position: follower.position },
            'subscription cannot read the event store; trying again',
          );
          await sleep(delays.next(), signal);
          continue;
        }
        if (!events)
          throw new LogRewoundError(`event store ${path}: position ${follower.position} is not in it`);
        onLive?.(true);
        lastMark = events.at(-1) ?? lastMark;
        if (lastMark && events.length > 0) {
          follower.position = lastMark.position;
          recentEvents.trim();
          yield events;
          // Catching up over a long log must not keep sockets and timers waiting.
          await turn();
        } else await changes.wait(mark, signal);
      }
    } finally {
      recentEvents.leave(follower);
    }
  };
}

/**
 * Returns the event log in one SQLite file (WAL, `synchronous=FULL`): an append that resolved survives a power cut.
 * Several processes of one host may open the same file. Throws a plain Error naming the file when it cannot be opened.
 * @param options.appendsApart from when on a thread of its own waits for the disk; default: never
 */
export const openSqliteEventStore = async (options: {
  readonly path: string;
  readonly log?: Logger;
  readonly appendsApart?: 'usual' | ThreadLoad;
}): Promise<EventStore> => {
  const { path, log, appendsApart } = options;
  const connection = connect(path);
  const closer = new AbortController();
  const changes = createChanges(() => {
    connection.checkPlace();
    return connection.use((file) => file.dataVersion());
  });
  const recentEvents = createRecent();
  const thread =
    appendsApart &&
    createAppendThread(path, connection, log, appendsApart === 'usual' ? undefined : appendsApart);
  const appends = createAppends(connection, recentEvents, changes.wake, thread, log);

  const head = () => connection.use((file) => (file.head.get() as { position: number | null }).position ?? 0);

  return {
    async append(stream, expected, events) {
      const mistake = checkAppend(stream, expected, events);
      if (mistake) throw mistake;
      return appends.append(stream, expected, events);
    },

    async read(stream, { from, backwards = false, limit = Number.MAX_SAFE_INTEGER } = {}) {
      return connection.use((file) => readStream(file, stream, { from, backwards, limit }));
    },

    async readAll({ after, limit }) {
      return connection.use((file) =>
        (file.all.all(after, limit) as unknown as Row[]).map((row) => eventOf(file, row)),
      );
    },

    subscribe: createFollowing({
      path,
      log,
      connection,
      changes,
      recentEvents,
      closeSignal: closer.signal,
    }),

    stands: async (mark) => connection.use((file) => standsIn(file, mark.position, mark)),
    rewinds: () => connection.replaced(),
    head: async () => {
      connection.checkPlace();
      return head();
    },
    logId: async () => connection.use((file) => file.logId),

    async ping() {
      const failure = appends.failure();
      connection.checkPlace();
      if (failure) connection.use(probe);
      else head();
    },

    giveBack: () => thread?.giveBack(),
    async close() {
      closer.abort();
      await appends.close();
      connection.close();
    },
  };
};

interface Reading {
  readonly from: number | undefined;
  readonly backwards: boolean;
  readonly limit: number;
}

function readStream(file: SqliteFile, stream: string, { from, backwards, limit }: Reading): RecordedEvent[] {
  // Mostly asked by who has folded all that there is, which what is remembered of the stream's end answers.
  if (!backwards && from !== undefined && from > 0) {
    const end = file.ends.endOf(stream, file.dataVersion());
    if (end === undefined || from > end.revision) return [];
  }
  const id = file.ends.idOf(stream);
  if (id === undefined) return [];
  const rows = backwards
    ? file.backwards.all(id, from ?? Number.MAX_SAFE_INTEGER, limit)
    : file.forwards.all(id, from ?? 0, limit);
  return (rows as unknown as Row[]).map((row) => toRecorded(file, row, stream));
}

/** After a failed commit (full disk) reading proves nothing: writes as much as an append would, and takes it away. */
const probe = (file: SqliteFile): void => {
  file.db.prepare("REPLACE INTO meta (key, value) VALUES ('probe', zeroblob(32768))").run();
  file.db.prepare("DELETE FROM meta WHERE key = 'probe'").run();
};
