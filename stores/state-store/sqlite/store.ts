import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SetOptions, StateEntry, StateStore } from '../../../domain/ports/state-store.ts';
import { keyAfter } from '../key-range.ts';
import { createGroupCommit } from './group-commit.ts';
import { openInstances } from './instances.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS state (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL,
    version INTEGER NOT NULL, expires INTEGER);
  CREATE INDEX IF NOT EXISTS state_by_expiry ON state (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS counter (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL);
  INSERT OR IGNORE INTO counter VALUES (1, 0);
`;
const sweepEvery = 10_000;
/** SQLITE_BUSY. */
const busy = 5;

type Row = [key: string, value: string, version: number, expires: number | null];
const entryOf = <T>([key, value, version, expires]: Row): StateEntry<T> => ({
  key,
  value: JSON.parse(value) as T,
  version,
  ...(expires === null ? {} : { expiresAt: expires }),
});

/** @throws Error naming the file, when it cannot be opened or is not ours */
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
    if ((error as { errcode?: number }).errcode === busy && performance.now() < until) {
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

/**
 * State in one SQLite file, which several processes may open. Writes are on the disk when they resolve
 * (`synchronous=FULL`) unless they are passing ones; those asked for in the same turn share one transaction. The clock is the host's.
 */
export const openSqliteStateStore = async ({ path }: { path: string }): Promise<StateStore> => {
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
  const put = prepare(`INSERT INTO state (key, value, version, expires) VALUES (?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, expires = excluded.expires`);
  const drop = prepare('DELETE FROM state WHERE key = ?');
  const sweep = prepare(
    'DELETE FROM state WHERE n IN (SELECT n FROM state WHERE expires <= ? ORDER BY expires LIMIT 1000)',
  );
  const readCounter = prepare('SELECT version FROM counter');
  const writeCounter = prepare('UPDATE counter SET version = ?');
  const from = prepare(
    `SELECT ${columns} FROM state WHERE key >= ? AND key > ? AND ${living} ORDER BY key LIMIT ?`,
  );
  const between = prepare(
    `SELECT ${columns} FROM state WHERE key >= ? AND key > ? AND key < ? AND ${living} ORDER BY key LIMIT ?`,
  );
  const versionOf = (key: string, now: number) =>
    (find.get(key, now) as unknown as Row | undefined)?.[2] ?? null;

  let version = 0;
  let swept = 0;
  const group = createGroupCommit(database, {
    begin: () => {
      version = (readCounter.get() as unknown as [number])[0];
    },
    end: () => {
      const now = Date.now();
      if (now - swept > sweepEvery) {
        sweep.run(now);
        swept = now;
      }
      writeCounter.run(version);
    },
  });

  return {
    get: async <T>(key: string) => {
      const row = find.get(key, Date.now()) as unknown as Row | undefined;
      return row && entryOf<T>(row);
    },
    set: <T>(key: string, value: T, options: SetOptions = {}) => {
      // Now, not when the group runs: the caller may change the value meanwhile.
      const json = JSON.stringify(value);
      if (json === undefined) return Promise.reject(new TypeError(`state ${key}: the value is not JSON`));
      return group.add((): StateEntry<T> | undefined => {
        const now = Date.now();
        if (options.expected !== undefined && versionOf(key, now) !== options.expected) return undefined;
        const row: Row = [key, json, ++version, options.ttlMs === undefined ? null : now + options.ttlMs];
        put.run(...row);
        return entryOf<T>(row);
      }, !options.passing);
    },
    delete: (key, options = {}) =>
      group.add(() => {
        const held = versionOf(key, Date.now());
        if (held === null || (options.expected !== undefined && held !== options.expected)) return false;
        drop.run(key);
        return true;
      }, !options.passing),
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
      if (group.failing())
        await group.add(() => {
          put.run('ping', `"${'.'.repeat(32_768)}"`, ++version, null);
          drop.run('ping');
        });
    },
    close: async () => {
      await group.close();
      if (database.isOpen) database.close();
      instances.close();
    },
  };
};
