import type { DatabaseSync } from 'node:sqlite';

/** One write as it goes to a thread: plain data. `value` is JSON. */
export type Write =
  | {
      readonly kind: 'set';
      readonly key: string;
      readonly value: string;
      readonly expected?: number | null;
      readonly ttlMs?: number;
    }
  | { readonly kind: 'delete'; readonly key: string; readonly expected?: number }
  /** As much as an ordinary write, and away with it. */
  | { readonly kind: 'probe' };

/** Of a set what stands there now, undefined where another was expected; of a deletion whether it was made. */
export type Written = { readonly version: number; readonly expires: number | null } | boolean | undefined;

export interface Group {
  readonly writes: readonly Write[];
  /** Some promise may not settle before the disk has it. */
  readonly lasting: boolean;
}

const sweepEvery = 10_000;

/** Returns what makes groups of writes on this connection, each in one transaction. @throws what SQLite does: nothing of the group is written */
export function createWriter(database: DatabaseSync): (group: Group) => Written[] {
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const findVersion = prepare('SELECT version FROM state WHERE key = ? AND (expires IS NULL OR expires > ?)');
  const putRow = prepare(`INSERT INTO state (key, value, version, expires) VALUES (?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, expires = excluded.expires`);
  const drop = prepare('DELETE FROM state WHERE key = ?');
  const sweep = prepare(
    'DELETE FROM state WHERE n IN (SELECT n FROM state WHERE expires <= ? ORDER BY expires LIMIT 1000)',
  );
  const readCounter = prepare('SELECT version FROM counter');
  const writeCounter = prepare('UPDATE counter SET version = ?');
  // In WAL mode a commit of `NORMAL` waits for no disk, and the next of `FULL` brings it there before itself.
  let synchronous = true;
  let sweptAt = 0;

  const versionOf = (key: string, now: number) =>
    (findVersion.get(key, now) as unknown as [number] | undefined)?.[0] ?? null;

  return ({ writes, lasting }) => {
    try {
      if (lasting !== synchronous) database.exec(`PRAGMA synchronous = ${lasting ? 'FULL' : 'NORMAL'}`);
      synchronous = lasting;
      database.exec('BEGIN IMMEDIATE');
      let [version] = readCounter.get() as unknown as [number];
      const writtenResults = writes.map((write): Written => {
        const now = Date.now();
        if (write.kind === 'probe') {
          putRow.run('ping', `"${'.'.repeat(32_768)}"`, ++version, null);
          return drop.run('ping').changes === 1;
        }
        const { kind, key, expected } = write;
        const held = kind === 'delete' || expected !== undefined ? versionOf(key, now) : undefined;
        const asExpected = expected === undefined || held === expected;
        if (kind === 'delete') return asExpected && held !== null && drop.run(key).changes === 1;
        if (!asExpected) return undefined;
        const expires = write.ttlMs === undefined ? null : now + write.ttlMs;
        putRow.run(key, write.value, ++version, expires);
        return { version, expires };
      });
      const now = Date.now();
      if (now - sweptAt > sweepEvery) {
        sweep.run(now);
        sweptAt = now;
      }
      writeCounter.run(version);
      database.exec('COMMIT');
      return writtenResults;
    } catch (error) {
      // A failed COMMIT or a full disk may have rolled back already.
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}
