import type { DatabaseSync } from 'node:sqlite';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';

const CACHED_STREAMS = 20_000;

/** One append as it goes to a thread: plain data. Bodies are JSON, or packed by shapes that the file has. */
export interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly bodies: readonly (string | Uint8Array)[];
}

/** Where its last event stands now; or where the stream ends (-1: it has none), which is elsewhere than was expected. */
export type Outcome = { readonly revision: number; readonly position: number } | { readonly end: number };

/** Where a stream ends. Holds only while `dataVersion` is the connection's: another may append too. */
interface StreamEnd {
  readonly id: number;
  revision: number;
  dataVersion: number;
}

/** Changes when another connection has committed, and never for this one's own commits. */
export function dataVersionOf(db: DatabaseSync): () => number {
  const version = db.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  return () => (version.get() as unknown as [number])[0];
}

/**
 * Returns what writes groups of appends on this connection, each group in one transaction: all or nothing, except that a
 * conflict fails only its own append. @throws what SQLite does: nothing of the group is written
 */
export function createGroupWriter(db: DatabaseSync): (group: readonly Append[]) => Outcome[] {
  const ends = boundedCache<StreamEnd>(CACHED_STREAMS);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const insert = db.prepare('INSERT INTO events (stream, revision, body) VALUES (?, ?, ?)');
  const addStream = db.prepare('INSERT INTO streams (name) VALUES (?) ON CONFLICT (name) DO NOTHING');
  const findStream = db.prepare('SELECT id FROM streams WHERE name = ?');
  const lastRevision = db.prepare(
    'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  );
  const dataVersion = dataVersionOf(db);

  function endOf(stream: string, version: number): StreamEnd | undefined {
    const known = ends.get(stream);
    if (known?.dataVersion === version) return known;
    const id = known?.id ?? (findStream.get(stream) as { id: number } | undefined)?.id;
    if (id === undefined) return undefined;
    const last = lastRevision.get(id) as { revision: number } | undefined;
    const end = { id, revision: last?.revision ?? -1, dataVersion: version };
    ends.set(stream, end);
    return end;
  }

  /** Begins a stream that nobody has begun: most that are expected to be empty are not there, so that they need not be looked for. */
  function beginningOf(stream: string, version: number): StreamEnd | undefined {
    if (ends.has(stream)) return undefined;
    const { changes, lastInsertRowid } = addStream.run(stream);
    if (changes === 0) return undefined;
    const end = { id: Number(lastInsertRowid), revision: -1, dataVersion: version };
    ends.set(stream, end);
    return end;
  }

  function append({ stream, expected, bodies }: Append, version: number): Outcome {
    const end = (expected === -1 && beginningOf(stream, version)) || endOf(stream, version);
    if (!end || expected !== end.revision) return { end: end?.revision ?? -1 };
    let position = 0;
    let { revision } = end;
    for (const body of bodies) position = Number(insert.run(end.id, ++revision, body).lastInsertRowid);
    end.revision = revision;
    return { revision, position };
  }

  return (group) => {
    begin.run();
    try {
      // Inside the transaction: nobody else can append between this look and our commit.
      const version = dataVersion();
      const outcomes = group.map((one) => append(one, version));
      commit.run();
      return outcomes;
    } catch (error) {
      // The cached ends hold revisions that were never committed.
      ends.clear();
      if (db.isTransaction) rollback.run();
      throw error;
    }
  };
}
