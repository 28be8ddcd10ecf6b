import type { DatabaseSync } from 'node:sqlite';
import { storedName } from './stored-name.ts';
import { createStreamEnds, dataVersionOf, type StreamEnd, type StreamEnds } from './stream-ends.ts';

/** One append as it goes to a thread: plain data. Bodies are JSON, or packed by shapes that the file has. */
export interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly bodies: readonly (string | Uint8Array)[];
}

/** Where its last event stands now; or where the stream ends (-1: it has none), which is elsewhere than was expected. */
export type Outcome = { readonly revision: number; readonly position: number } | { readonly end: number };

/**
 * Returns what writes groups of appends on this connection, each group in one transaction: all or nothing, except that a
 * conflict fails only its own append. @param ends what the connection knows of where streams end
 * @throws what SQLite does: nothing of the group is written
 */
export function createGroupWriter(
  db: DatabaseSync,
  ends: StreamEnds = createStreamEnds(db),
): (group: readonly Append[]) => Outcome[] {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const insert = db.prepare('INSERT INTO events (stream, revision, body) VALUES (?, ?, ?)');
  const addStream = db.prepare('INSERT INTO stream_names (name) VALUES (?) ON CONFLICT (name) DO NOTHING');
  const dataVersion = dataVersionOf(db);

  /** Begins a stream that nobody has begun: most that are expected to be empty are not there, so that they need not be looked for. */
  function beginningOf(stream: string, version: number): StreamEnd | undefined {
    if (ends.has(stream)) return undefined;
    const { changes, lastInsertRowid } = addStream.run(storedName(stream));
    if (changes === 0) return undefined;
    const end = { id: Number(lastInsertRowid), revision: -1, dataVersion: version };
    ends.set(stream, end);
    return end;
  }

  function append({ stream, expected, bodies }: Append, version: number): Outcome {
    const end = (expected === -1 && beginningOf(stream, version)) || ends.endOf(stream, version);
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
