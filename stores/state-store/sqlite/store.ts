import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SetOptions, StateEntry, StateStore } from '../../../domain/ports/state-store.ts';
import { createLoadThread, slowDisk, type ThreadLoad } from '../../threads/load-thread.ts';
import { keyAfter } from '../key-range.ts';
import { createGroupCommit } from './group-commit.ts';
import { openInstances } from './instances.ts';
import { createWriter, type Group, type Written } from './writes.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS state (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL,
    version INTEGER NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS state_by_expiry ON state (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS counter (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL);
  INSERT OR IGNORE INTO counter VALUES (1, 0);
`;
/** SQLITE_BUSY. */
const busyCode = 5;

type Row = [key: string, value: string, version: number, expires: number | null];
const entryOf = <T>([key, value, version, expires]: Row): StateEntry<T> => ({
  key,
  value: JSON.parse(value) as T,
  version,
  ...(expires === null ? {} : { expiresAt: expires }),
});

/** Returns the opened file. @throws Error naming the file, when it cannot be opened or is not ours */
const openFile = async (path: string, until = performance.now() + 10_000): Promise<DatabaseSync> => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 10_000 });
    // 16 MB between checkpoints: entries lie where their keys say, each in a page of its own while many are written.
    const pragmas = ['journal_mode = WAL', 'synchronous = FULL', 'journal_size_limit = 67108864'];
    for (const pragma of [...pragmas, 'wal_autocheckpoint = 4000']) database.exec(`PRAGMA ${pragma}`);
    database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`);
    return database;
  } catch (error) {
    database?.close();
    // The change to WAL does not wait for another process that makes it too.
    if ((error as { errcode?: number }).errcode === busyCode && performance.now() < until) {
      await sleep(20);
      return openFile(path, until);
    }
    throw new Error(`the state in ${path} cannot be opened: ${(error as Error).message}`, { cause: error });
  }
};

/**
 * Reads the file as a newcomer would: what this process holds open goes on answering from an unlinked or overwritten
 * file, whose content is gone with the process.
 */
const readAnew = (path: string, inode: bigint): void => {
  if (statSync(path, { bigint: true }).ino !== inode)
    throw new Error(`${path} is another file than was opened`);
  const database = new DatabaseSync(path, { readOnly: true, timeout: 100 });
  try {
    database.prepare('SELECT version FROM counter').get();
  } finally {
    database.close();
  }
};

/** Returns what writes groups: on this thread, or, while they keep it from answering, in one of their own. */
function openWrites(
  database: DatabaseSync,
  file: { readonly path: string; readonly inode: bigint },
  log: Logger | undefined,
  load: 'usual' | ThreadLoad | undefined,
) {
  const write = createWriter(database);
  const thread =
    load &&
    createLoadThread<Group, Written[]>(
      {
        module: new URL('./write-worker.mjs', import.meta.url),
        data: file,
        name: 'the state’s writes',
        youngSpaceMb: 1,
        oldSpaceMb: 64,
      },
      log,
      load === 'usual' ? slowDisk : load,
    );
  const group = createGroupCommit((one) =>
    thread ? thread.run(one, () => write(one), one.writes.length === 1) : write(one),
  );
  return {
    add: group.add,
    failing: group.failing,
    giveBack: (): void => thread?.giveBack(),
    close: async (): Promise<void> => {
      await group.close();
      await thread?.close();
    },
  };
}

/**
 * Returns state in one SQLite file, which several processes may open. Writes are on the disk when they resolve
 * (`synchronous=FULL`) unless they are passing ones; those asked for in the same turn share one transaction. The clock
 * is the host's.
 * @param options.writesApart from when on a thread of its own waits for the disk; default: never
 */
export const openSqliteStateStore = async (options: {
  readonly path: string;
  readonly log?: Logger;
  readonly writesApart?: 'usual' | ThreadLoad;
}): Promise<StateStore> => {
  const { path, log, writesApart } = options;
  mkdirSync(dirname(path), { recursive: true });
  const database = await openFile(path);
  const inode = statSync(path, { bigint: true }).ino;
  const instances = openInstances(`${path}.instances`);
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const living = '(expires IS NULL OR expires > ?)';
  const columns = 'key, value, version, expires';
  const find = prepare(`SELECT ${columns} FROM state WHERE key = ? AND ${living}`);
  const from = prepare(
    `SELECT ${columns} FROM state WHERE key >= ? AND key > ? AND ${living} ORDER BY key LIMIT ?`,
  );
  const between = prepare(
    `SELECT ${columns} FROM state WHERE key >= ? AND key > ? AND key < ? AND ${living} ORDER BY key LIMIT ?`,
  );

  const writes = openWrites(database, { path, inode }, log, writesApart);

  return {
    get: async <T>(key: string) => {
      const row = find.get(key, Date.now()) as unknown as Row | undefined;
      return row && entryOf<T>(row);
    },
    set: async <T>(key: string, value: T, options: SetOptions = {}) => {
      // Now, not when the group runs: the caller may change the value meanwhile.
      const json = JSON.stringify(value);
      if (json === undefined) throw new TypeError(`state ${key}: the value is not JSON`);
      const { expected, ttlMs, passing } = options;
      const writtenResult = await writes.add(
        {
          kind: 'set',
          key,
          value: json,
          ...(expected !== undefined && { expected }),
          ...(ttlMs !== undefined && { ttlMs }),
        },
        !passing,
      );
      if (typeof writtenResult !== 'object') return undefined;
      return entryOf<T>([key, json, writtenResult.version, writtenResult.expires]);
    },
    delete: async (key, { expected, passing } = {}) =>
      (await writes.add({ kind: 'delete', key, ...(expected !== undefined && { expected }) }, !passing)) ===
      true,
    list: async <T>(prefix: string, options: { after?: string; limit?: number } = {}) => {
      const { after = '', limit = -1 } = options;
      const end = keyAfter(prefix);
      const rows =
        end === undefined
          ? from.all(prefix, after, Date.now(), limit)
          : between.all(prefix, after, end, Date.now(), limit);
      return (rows as unknown as Row[]).map((row) => entryOf<T>(row));
    },
    instance: instances.id,
    isGone: instances.isGone,
    now: async () => Date.now(),
    ping: async () => {
      if (!database.isOpen) throw new Error('the state store is closed');
      readAnew(path, inode);
      // As much as an ordinary write, and away with it: room on the disk is seen before anyone needs it.
      if (writes.failing()) await writes.add({ kind: 'probe' });
    },
    giveBack: writes.giveBack,
    close: async () => {
      await writes.close();
      if (database.isOpen) database.close();
      instances.close();
    },
  };
};
