import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { UnavailableError } from '../../../domain/kernel/event-store.ts';
import { createPacker, type Packer } from '../../packing/packer.ts';
import { type LogNames, logNames } from './names.ts';
import { idsOf, shapeTable } from './shape-table.ts';
import { storedName } from './stored-name.ts';
import { createStreamEnds, dataVersionOf, oncePerTurn, type StreamEnds } from './stream-ends.ts';
import { type Append, createGroupWriter, type Outcome } from './write-group.ts';

/**
 * The file's format. Events are never deleted, so a rowid is never handed out twice: it is the position.
 * `body` is `{id, type, data, metadata}`, one value to bind and one to read: packed, a blob whose shape stands in
 * `shapes`, or (what has no shape, and all of format 1) JSON as a text. Streams have a number because their names would
 * be most of the index otherwise. Since format 3 events name other streams' ids by it, types by that of `words`, and names
 * are stored as `StoredName` in a table of another name: an older build that has the file open could not find a stream, and
 * is not to begin it anew.
 */
const FORMAT = 3;
const schema = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stream_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS shapes (number INTEGER PRIMARY KEY, shape TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS words (number INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
  CREATE UNIQUE INDEX IF NOT EXISTS events_of_stream ON events (stream, revision);
  PRAGMA user_version = ${FORMAT};`;

/** Brings the names of an older file over. */
const renamed =
  'INSERT INTO stream_names (id, name) SELECT id, storedName(name) FROM streams; DROP TABLE streams;';

/** How long a statement may block this thread for another process; waits longer than that are made without blocking. */
const BLOCKING_MS = 20;
// 16 MB between checkpoints costs a stall of about 10 ms; the limit gives back what a long-running reader let it grow to.
const durably =
  'PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;';
/** Of every connection that writes. */
export const writePragmas = `${durably} PRAGMA busy_timeout = ${BLOCKING_MS};`;

export interface Row {
  readonly position: number;
  readonly revision: number;
  readonly body: string | Uint8Array;
  readonly stream: number;
}

/** One open connection with its statements and what it has learnt about streams; thrown away together. */
export interface SqliteFile {
  readonly db: DatabaseSync;
  readonly logId: string;
  readonly packer: Packer;
  readonly names: LogNames;
  /** The file that is open: `dev:ino`. */
  readonly place: string;
  /** All or nothing for the group, except that a conflict fails only its own append. */
  write(group: readonly Append[]): Outcome[];
  readonly ends: StreamEnds;
  readonly forwards: StatementSync;
  readonly backwards: StatementSync;
  readonly all: StatementSync;
  /** In a range of positions, events whose body has one of so many texts or bytes anywhere. */
  naming(count: number): StatementSync;
  readonly upTo: StatementSync;
  readonly at: StatementSync;
  readonly head: StatementSync;
  /** Changes when another connection has committed, and never for our own commits. */
  dataVersion(): number;
}

/** How long a file that others are opening too is waited for, milliseconds. */
const OPEN_MS = 5_000;

const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
/** Whether another process holds the lock. */
export const isBusy = (error: unknown): boolean =>
  [5, 6].includes(primaryCode(error instanceof UnavailableError ? error.cause : error));
/** Whether the connection itself is not trusted after an error: I/O, corrupt, cannot open, not a database, and a lost rollback. */
const isBroken = (error: unknown): boolean => [7, 8, 10, 11, 14, 21, 26].includes(primaryCode(error));

const wait = new Int32Array(new SharedArrayBuffer(4));

/** Writes beside readers from now on. The change to it does not wait for another process that makes it too: it is made again. */
function writeAhead(db: DatabaseSync): void {
  for (const until = performance.now() + OPEN_MS; ; Atomics.wait(wait, 0, 0, 20))
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
}

/** How long a log that another process brings to this format is waited for: ten seconds a million streams, and one more process does not. */
const UPGRADE_MS = 600_000;

/** Brings a file to this format, whoever else does so at the same time. */
function upgrade(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${UPGRADE_MS}`);
  db.function('storedName', { deterministic: true }, (name) => storedName(name as string));
  const hasNames = "SELECT 1 FROM sqlite_schema WHERE name = 'streams'";
  db.exec('BEGIN IMMEDIATE');
  db.exec(schema);
  if (db.prepare(hasNames).get()) db.exec(renamed);
  db.exec('COMMIT');
}

const openFile = (path: string): SqliteFile => {
  const db = new DatabaseSync(path, { timeout: OPEN_MS });
  try {
    const { user_version: format } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    if (format > FORMAT) throw new Error(`format ${format} is newer than this program (${FORMAT})`);
    writeAhead(db);
    db.exec(durably);
    if (format < FORMAT) upgrade(db);
    db.prepare("INSERT OR IGNORE INTO meta (key, value) VALUES ('logId', ?)").run(randomUUID());
    const { value } = db.prepare("SELECT value FROM meta WHERE key = 'logId'").get() as { value: string };
    db.exec(writePragmas);
    const ends = createStreamEnds(db);
    const names = logNames(db);
    return {
      db,
      logId: value,
      packer: createPacker(shapeTable(db), names),
      names,
      place: identity(path) ?? '',
      write: createGroupWriter(db, ends),
      ends,
      forwards: db.prepare(
        'SELECT position, revision, body FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      ),
      backwards: db.prepare(
        'SELECT position, revision, body FROM events WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?',
      ),
      all: db.prepare(
        `SELECT position, revision, body, stream FROM events WHERE position > ? ORDER BY position LIMIT ?`,
      ),
      naming: (count) =>
        db.prepare(
          `SELECT position, revision, body, stream FROM events WHERE position > ? AND position <= ? AND (${Array(count).fill('instr(body, ?)').join(' OR ') || 'FALSE'}) ORDER BY position`,
        ),
      upTo: db.prepare(
        `SELECT position, revision, body, stream FROM events WHERE position <= ? ORDER BY position DESC LIMIT 1`,
      ),
      at: db.prepare(`SELECT position, revision, body, stream FROM events WHERE position = ?`),
      head: db.prepare('SELECT max(position) AS position FROM events'),
      dataVersion: oncePerTurn(dataVersionOf(db)),
    };
  } catch (error) {
    db.close();
    throw error;
  }
};

export interface Connection {
  /** The open file; undefined: it cannot be opened now, which the next use says. */
  file(): SqliteFile | undefined;
  /** Runs `work` on the open file; whatever fails comes out as UnavailableError naming the file. */
  use<T>(work: (file: SqliteFile) => T): T;
  /** @throws UnavailableError when the path no longer leads to the open file; the next use opens what lies there now */
  checkPlace(): void;
  /** How often another file was found in the place of the open one. */
  replaced(): number;
  close(): void;
}

/** Returns which file a path leads to. */
const identity = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

/** Returns what opens the file and, after an error that may have hurt the connection, opens it again at the next use. */
export const connect = (path: string): Connection => {
  let file: SqliteFile | undefined;
  let place: string | undefined;
  let walPlace: string | undefined;
  let replacedCount = 0;
  let closed = false;
  const discard = () => {
    try {
      file?.db.close();
    } catch {
      // a connection that cannot even be closed is dropped; the error that led here is the one reported
    }
    file = undefined;
  };
  const open = () => {
    const opened = openFile(path);
    place = opened.place;
    walPlace = identity(`${path}-wal`);
    return opened;
  };
  const reopen = () => {
    const now = identity(path);
    // A file that vanished must not be replaced by an empty log that looks healthy.
    if (now === undefined) throw new Error('the file is gone');
    if (now !== place) {
      replacedCount += 1;
      setAside(path, walPlace);
    }
    return open();
  };
  const failureOf = (error: unknown) =>
    new UnavailableError(`event store ${path}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = open();
  } catch (error) {
    throw new Error(`event store ${path}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return {
    file() {
      try {
        if (!closed) file ??= reopen();
        return file;
      } catch {
        return undefined;
      }
    },
    use(work) {
      if (closed) throw new UnavailableError(`event store ${path} is closed`);
      try {
        file ??= reopen();
        return work(file);
      } catch (error) {
        if (isBroken(error) || file?.db.isTransaction) discard();
        throw failureOf(error);
      }
    },
    checkPlace() {
      // What is written to a file that no path leads to is lost with the process.
      if (!file || identity(path) === place) return;
      discard();
      throw failureOf(new Error('another file has taken its place'));
    },
    replaced: () => replacedCount,
    close() {
      closed = true;
      discard();
    },
  };
};

/** SQLite would play the former file's write-ahead log into the one that took its place. */
const setAside = (path: string, walPlace: string | undefined): void => {
  if (walPlace === undefined || identity(`${path}-wal`) !== walPlace) return;
  renameSync(`${path}-wal`, `${path}-wal.replaced`);
  rmSync(`${path}-shm`, { force: true });
};

/** Returns about the letters of JSON that a body stands for: what memory and batches are bounded by. */
export const charsOf = (body: string | Uint8Array): number =>
  typeof body === 'string' ? body.length : body.length * 4;

/** Returns the event of a row. @throws Error when the body is neither JSON nor packed by shapes of this file */
export const toRecorded = (
  { packer }: SqliteFile,
  row: Omit<Row, 'stream'>,
  stream: string,
): RecordedEvent => {
  const { body, revision, position } = row;
  const event = typeof body === 'string' ? JSON.parse(body) : packer.unpack(body, idsOf(stream));
  const { id, type, data, metadata } = event as RecordedEvent;
  return { id, type, data, metadata, stream, revision, position };
};

const streamOf = ({ names }: SqliteFile, { stream, position }: Row): string => {
  const name = names.streamOf(stream);
  if (name === undefined) throw new Error(`event ${position} stands in a stream that has no name`);
  return name;
};

/** Returns the event of a row that tells its stream. @throws Error as `toRecorded` does */
export const eventOf = (file: SqliteFile, row: Row): RecordedEvent =>
  toRecorded(file, row, streamOf(file, row));

/** Returns an event's type, with the rest of it left packed. @throws Error as `toRecorded` does */
export const typeOf = (file: SqliteFile, row: Row): string =>
  typeof row.body === 'string'
    ? (JSON.parse(row.body) as RecordedEvent).type
    : (file.packer.leaf(row.body, idsOf(streamOf(file, row)), 'type') as string);

/** A consistent copy of the log while it is in use; gives nothing back until the copy is complete. */
export const backupSqliteEventStore = async (path: string, target: string): Promise<void> => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    await backup(db, target);
  } finally {
    db.close();
  }
};
