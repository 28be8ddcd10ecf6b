import type { Logger } from 'pino';
import type { EventEnvelope, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Appended, ConflictError, UnavailableError } from '../../../domain/kernel/event-store.ts';
import {
  type Connection,
  charsOf,
  isBusy,
  type Row,
  type SqliteFile,
  type StreamEnd,
  toRecorded,
} from './file.ts';
import type { Recent } from './recent.ts';
import { idsOf } from './shape-table.ts';

/** Bounds of one transaction: a longer one would keep this thread from its sockets and timers. */
const GROUP_EVENTS = 1_000;
const GROUP_CHARS = 8 * 1024 * 1024;
/** How long appends wait for another process's lock. */
const LOCK_MS = 5_000;

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly EventEnvelope[];
  readonly bodies: readonly (string | Uint8Array)[];
  /** Whose shapes the bodies are packed by. */
  readonly packedFor: SqliteFile | undefined;
  readonly chars: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

const findEnd = (file: SqliteFile, stream: string, dataVersion: number): StreamEnd | undefined => {
  const known = file.ends.get(stream);
  if (known?.dataVersion === dataVersion) return known;
  const id = known?.id ?? (file.findStream.get(stream) as { id: number } | undefined)?.id;
  if (id === undefined) return undefined;
  const last = file.lastRevision.get(id) as { revision: number } | undefined;
  const end = { id, revision: last?.revision ?? -1, dataVersion };
  file.ends.set(stream, end);
  return end;
};

/** The events as they were recorded, if exactly these already stand where they would have been appended. */
const alreadyThere = (file: SqliteFile, end: StreamEnd, one: Waiting): Appended | undefined => {
  const rows = file.forwards.all(end.id, one.expected + 1, one.events.length) as unknown as Row[];
  const events = rows.map((row) => toRecorded(file, row, one.stream));
  const last = events.at(-1);
  if (!last || events.length < one.events.length) return undefined;
  if (events.some((event, index) => event.id !== one.events[index]?.id)) return undefined;
  return { revision: last.revision, position: last.position, events };
};

/** @throws TypeError on what cannot be written as JSON */
const bodiesOf = (file: SqliteFile | undefined, stream: string, events: readonly EventEnvelope[]) => {
  const known = idsOf(stream);
  return events.map(({ id, type, data, metadata }) => {
    const event = { id, type, data, metadata };
    return file?.packer.pack(event, known) ?? JSON.stringify(event);
  });
};

/** The body as it is written to this file: another one that took its place meanwhile may not have its shape. */
const bodyFor = (file: SqliteFile, one: Waiting, index: number): string | Uint8Array => {
  const body = one.bodies[index]!;
  if (typeof body === 'string' || one.packedFor === file) return body;
  return JSON.stringify(one.packedFor!.packer.unpack(body, idsOf(one.stream)));
};

/** @param written takes the events that are new */
const appendOne = (
  file: SqliteFile,
  one: Waiting,
  dataVersion: number,
  written: RecordedEvent[],
): Appended | ConflictError => {
  let end = findEnd(file, one.stream, dataVersion);
  const actual = end?.revision ?? -1;
  if (one.expected !== actual) {
    const before = end && one.expected < actual ? alreadyThere(file, end, one) : undefined;
    return before ?? new ConflictError(one.stream, one.expected, actual);
  }
  if (!end) {
    const id = Number(file.addStream.run(one.stream).lastInsertRowid);
    end = { id, revision: -1, dataVersion };
    file.ends.set(one.stream, end);
  }
  const events: RecordedEvent[] = [];
  let { revision } = end;
  let position = 0;
  for (let index = 0; index < one.events.length; index++) {
    const { id, type, data, metadata } = one.events[index]!;
    revision++;
    position = Number(file.insert.run(end.id, revision, bodyFor(file, one, index)).lastInsertRowid);
    const event = { id, type, data, metadata, stream: one.stream, revision, position };
    events.push(event);
    written.push(event);
  }
  end.revision = revision;
  return { revision, position, events };
};

interface Committed {
  readonly file: SqliteFile;
  readonly outcomes: readonly (Appended | ConflictError)[];
  readonly written: readonly RecordedEvent[];
}

/** All or nothing for the group, except that a conflict fails only its own append. */
const commitGroup = (file: SqliteFile, group: readonly Waiting[]): Committed => {
  file.begin.run();
  try {
    // Inside the transaction: nobody else can append between this look and our commit.
    const dataVersion = file.dataVersion();
    const written: RecordedEvent[] = [];
    const outcomes = group.map((one) => appendOne(file, one, dataVersion, written));
    file.commit.run();
    return { file, outcomes, written };
  } catch (error) {
    // The cached ends hold revisions that were never committed.
    file.ends.clear();
    if (file.db.isTransaction) file.rollback.run();
    throw error;
  }
};

const sizeOf = (group: readonly Waiting[]): number => group.reduce((sum, { chars }) => sum + chars, 0);

/**
 * The write side: appends that wait together share one transaction, so that one fsync serves all of them.
 * `committed` is called after each durable group.
 */
export const createAppends = (
  connection: Connection,
  recent: Pick<Recent, 'add'>,
  committed: () => void,
  log?: Logger,
) => {
  let queue: Waiting[] = [];
  let scheduled = false;
  let busySince: number | undefined;
  let failure: Error | undefined;

  const takeGroup = (): Waiting[] => {
    let events = 0;
    let chars = 0;
    let count = 0;
    for (const one of queue) {
      events += one.events.length;
      chars += one.chars;
      if (count > 0 && (events > GROUP_EVENTS || chars > GROUP_CHARS)) break;
      count++;
    }
    const group = count === queue.length ? queue : queue.slice(0, count);
    queue = count === queue.length ? [] : queue.slice(count);
    return group;
  };

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    // Not a microtask: a tight loop of appends must let sockets and timers have their turn between two commits.
    setImmediate(flush);
  };

  const fail = (group: readonly Waiting[], error: Error) => {
    failure = error;
    busySince = undefined;
    log?.error({ err: error, appends: group.length }, 'appends failed');
    for (const one of group) one.reject(error);
  };

  const commit = (group: Waiting[]) => {
    let outcomes: Committed['outcomes'];
    try {
      const commit = connection.use((file) => commitGroup(file, group));
      connection.checkPlace();
      outcomes = commit.outcomes;
      if (commit.written.length > 0) recent.add(commit.file, commit.written, sizeOf(group));
    } catch (error) {
      busySince ??= performance.now();
      if (!isBusy(error) || performance.now() - busySince > LOCK_MS) return fail(group, error as Error);
      queue = [...group, ...queue];
      scheduled = true;
      setTimeout(flush, 1 + Math.random() * 2);
      return;
    }
    failure = undefined;
    busySince = undefined;
    for (let index = 0; index < group.length; index++) {
      const outcome = outcomes[index]!;
      if (outcome instanceof ConflictError) group[index]!.reject(outcome);
      else group[index]!.resolve(outcome);
    }
    committed();
  };

  const flush = () => {
    scheduled = false;
    if (queue.length > 0) commit(takeGroup());
    if (queue.length > 0) schedule();
  };

  return {
    append: (stream: string, expected: number, events: readonly EventEnvelope[]): Promise<Appended> =>
      new Promise((resolve, reject) => {
        // Before it joins a group: what cannot be written as JSON fails alone, and later changes by the caller do not count.
        const packedFor = connection.file();
        const bodies = bodiesOf(packedFor, stream, events);
        const chars = bodies.reduce((sum, body) => sum + charsOf(body), 0);
        queue.push({ stream, expected, events, bodies, packedFor, chars, resolve, reject });
        schedule();
      }),
    /** The last failed commit, until one succeeds. */
    failure: () => failure,
    /** Writes what waits; what cannot be written now is rejected. */
    close() {
      while (queue.length > 0) {
        const before = queue.length;
        commit(takeGroup());
        if (queue.length >= before) break;
      }
      const rest = queue;
      queue = [];
      if (rest.length > 0)
        fail(rest, new UnavailableError('event store closed before the append was written'));
    },
  };
};
