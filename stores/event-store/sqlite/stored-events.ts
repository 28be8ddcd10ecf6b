import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { readBytes, type StoredEvent, type StoredEvents } from '../../../domain/kernel/log-chain.ts';
import { createPacker, type Packer } from '../../packing/packer.ts';
import { logNames } from './names.ts';
import { idsOf, shapeTable } from './shape-table.ts';
import { nameOf, type StoredName, storedName } from './stored-name.ts';

interface Row {
  readonly position: number;
  readonly revision: number;
  readonly stream: StoredName | null;
  readonly body: Uint8Array;
  readonly packed: number;
}

// The name is looked up by itself: an event whose stream was taken away is not to vanish with it. Bytes, not text:
// two damaged letters may be read as the same one.
const columnsWith = (names: string) => `position, revision,
  (SELECT name FROM ${names} WHERE id = events.stream) AS stream,
  CAST(body AS BLOB) AS body, typeof(body) = 'blob' AS packed FROM events`;

/**
 * Returns an event as JSON, which seals speak of, however the file keeps it. What no longer opens is told apart from
 * what was sealed by its bytes.
 */
const jsonOf = (packer: Packer, { body, packed, stream }: Row): Uint8Array => {
  if (packed === 0) return body;
  try {
    return Buffer.from(JSON.stringify(packer.unpack(body, idsOf(stream === null ? '' : nameOf(stream)))));
  } catch {
    return body;
  }
};

/**
 * Returns where to open a file. One that nobody has open is opened as one that cannot change: else the engine would
 * make files of its own beside it.
 */
function place(path: string): string | URL {
  if (existsSync(`${path}-wal`)) return path;
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Returns the log's file, opened for reading alone, also while it is in use: nothing in the folder is written. */
export function openSqliteStoredEvents(path: string): StoredEvents {
  const db = new DatabaseSync(place(path), { readOnly: true, timeout: 5_000 });
  const packer = createPacker(shapeTable(db), logNames(db));
  const toStored = (found: unknown): StoredEvent => {
    const row = found as Row;
    const { position, revision, stream } = row;
    return { position, revision, stream: stream === null ? '?' : nameOf(stream), body: jsonOf(packer, row) };
  };
  // Of an older format it is not brought to this one: nothing is written.
  const isOld = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'streams'").get() !== undefined;
  const names = isOld ? 'streams' : 'stream_names';
  const columns = columnsWith(names);
  const nameIn = (stream: string) => (isOld ? stream : storedName(stream));
  const after = db.prepare(`SELECT ${columns} WHERE position > ? ORDER BY position LIMIT ?`);
  const inStream = `stream = (SELECT id FROM ${names} WHERE name = ?)`;
  const forwards = db.prepare(
    `SELECT ${columns} WHERE ${inStream} AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const lastOfStream = db.prepare(`SELECT ${columns} WHERE ${inStream} ORDER BY revision DESC LIMIT 1`);
  return {
    async read(position, limit) {
      const events: StoredEvent[] = [];
      let bytes = 0;
      for (const row of after.iterate(position, limit)) {
        const event = toStored(row);
        events.push(event);
        bytes += event.body.length;
        if (bytes >= readBytes) break;
      }
      return events;
    },
    readStream: async (stream, from, limit) =>
      (from === undefined ? lastOfStream.all(nameIn(stream)) : forwards.all(nameIn(stream), from, limit)).map(
        toStored,
      ),
    // An index that says otherwise than its table would hide an event from its stream.
    faults: async () =>
      db
        .prepare('PRAGMA integrity_check(20)')
        .all()
        .map((row) => String((row as { integrity_check: unknown }).integrity_check))
        .filter((line) => line !== 'ok'),
    close: async () => db.close(),
  };
}
