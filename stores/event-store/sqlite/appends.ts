import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventEnvelope, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Appended, ConflictError, UnavailableError } from '../../../domain/kernel/event-store.ts';
import type { createAppendThread } from './append-thread.ts';
import { type Connection, charsOf, isBusy, type Row, type SqliteFile, toRecorded } from './file.ts';
import type { Recent } from './recent.ts';
import { idsOf } from './shape-table.ts';
import type { Outcome } from './write-group.ts';

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

/** Returns the events as they were recorded, if exactly these already stand where they would have been appended. */
const alreadyThere = (file: SqliteFile, one: Waiting): Appended | undefined => {
  const id = file.ends.idOf(one.stream);
  if (id === undefined) return undefined;
  const rows = file.forwards.all(id, one.expected + 1, one.events.length) as unknown as Row[];
  const events = rows.map((row) => toRecorded(file, row, one.stream));
  const last = events.at(-1);
  if (!last || events.length < one.events.length) return undefined;
  if (events.some((event, index) => event.id !== one.events[index]?.id)) return undefined;
  return { revision: last.revision, position: last.position, events };
};

/** Returns the bodies of events, packed where the file is known. @throws TypeError on what cannot be written as JSON */
const bodiesOf = (file: SqliteFile | undefined, stream: string, events: readonly EventEnvelope[]) => {
  const known = idsOf(stream);
  return events.map(({ id, type, data, metadata }) => {
    const event = { id, type, data, metadata };
    return file?.packer.pack(event, known) ?? JSON.stringify(event);
  });
};

/** Returns the bodies as they are written to this file: another one that took its place meanwhile may not have their shapes. */
const bodiesFor = (
  file: SqliteFile,
  { stream, bodies, packedFor }: Waiting,
): readonly (string | Uint8Array)[] =>
  packedFor === file
    ? bodies
    : bodies.map((body) => {
        if (typeof body === 'string') return body;
        try {
          return JSON.stringify(packedFor!.packer.unpack(body, idsOf(stream)));
        } catch (error) {
          // What it names stands in a file that is closed by now: whoever appends it has the event, and asks again.
          throw new UnavailableError('another file has taken the event store’s place', { cause: error });
        }
      });

/** Returns the events of an append as they stand in the file now: one transaction's positions follow one another. */
const recordEvents = (
  { stream, events }: Waiting,
  lastPlace: { revision: number; position: number },
): RecordedEvent[] =>
  events.map(({ id, type, data, metadata }, at) => {
    const before = events.length - 1 - at;
    return {
      id,
      type,
      data,
      metadata,
      stream,
      revision: lastPlace.revision - before,
      position: lastPlace.position - before,
    };
  });

/** An append that is in the file since this commit. */
type Written = Appended & { readonly events: readonly RecordedEvent[] };

/** Returns what became of each append. What conflicts may be what stands there already: an answer to it was lost. */
const answersOf = (
  file: SqliteFile,
  group: readonly Waiting[],
  outcomes: readonly Outcome[],
): readonly (Appended | ConflictError)[] =>
  group.map((one, at) => {
    const outcome = outcomes[at]!;
    if (!('end' in outcome)) return { ...outcome, events: recordEvents(one, outcome) };
    const before = one.expected < outcome.end ? alreadyThere(file, one) : undefined;
    return before ?? new ConflictError(one.stream, one.expected, outcome.end);
  });

const sizeOf = (group: readonly Waiting[]): number => group.reduce((sum, { chars }) => sum + chars, 0);

/** Returns how many of those that wait share the next transaction. */
function countOfGroup(queue: readonly Waiting[]): number {
  let events = 0;
  let chars = 0;
  for (const [count, one] of queue.entries()) {
    events += one.events.length;
    chars += one.chars;
    if (count > 0 && (events > GROUP_EVENTS || chars > GROUP_CHARS)) return count;
  }
  return queue.length;
}

/**
 * Returns the write side: appends that wait together share one transaction, so that one fsync serves all of them.
 * `onCommitted` is called after each durable group; `thread` takes them when there are many.
 */
export const createAppends = (
  connection: Connection,
  recentEvents: Pick<Recent, 'add'>,
  onCommitted: () => void,
  thread: ReturnType<typeof createAppendThread> | undefined,
  log?: Logger,
) => {
  let queue: Waiting[] = [];
  /** A group is being written, or the next one will be. */
  let busyWork: Promise<void> | undefined;
  let busySince: number | undefined;
  let failure: Error | undefined;
  let closed = false;

  const takeGroup = (): Waiting[] => {
    const count = countOfGroup(queue);
    const group = queue.slice(0, count);
    queue = queue.slice(count);
    return group;
  };

  const fail = (group: readonly Waiting[], error: Error) => {
    failure = error;
    busySince = undefined;
    log?.error({ err: error, appends: group.length }, 'appends failed');
    for (const one of group) one.reject(error);
  };

  /** @returns whether it is to be tried again: another process holds the lock */
  const commit = async (group: Waiting[]): Promise<boolean> => {
    let answers: ReturnType<typeof answersOf>;
    try {
      const file = connection.use((file) => file);
      const appends = group.map((one) => ({
        stream: one.stream,
        expected: one.expected,
        bodies: bodiesFor(file, one),
      }));
      const made = thread?.write(file, appends) ?? connection.use((file) => file.write(appends));
      const outcomes = made instanceof Promise ? await made : made;
      connection.checkPlace();
      answers = connection.use((now) => {
        // Found out meanwhile by somebody else: what was written is where no path leads to.
        if (now !== file) throw new Error('another file has taken its place');
        return answersOf(file, group, outcomes);
      });
      // What stood there before is not among them.
      const written = answers.flatMap((answer, at) =>
        'end' in outcomes[at]! ? [] : (answer as Written).events,
      );
      if (written.length > 0) recentEvents.add(file, written, sizeOf(group));
    } catch (error) {
      busySince ??= performance.now();
      if (isBusy(error) && performance.now() - busySince <= LOCK_MS) return true;
      fail(group, error as Error);
      return false;
    }
    failure = undefined;
    busySince = undefined;
    for (const [at, answer] of answers.entries())
      if (answer instanceof ConflictError) group[at]!.reject(answer);
      else group[at]!.resolve(answer);
    onCommitted();
    return false;
  };

  const run = async () => {
    // Not a microtask: a tight loop of appends must let sockets and timers have their turn between two commits.
    for (await turn(); queue.length > 0; await turn()) {
      const group = takeGroup();
      if (!(await commit(group))) continue;
      queue = [...group, ...queue];
      await sleep(1 + Math.random() * 2);
    }
    busyWork = undefined;
  };

  return {
    append: (stream: string, expectedRevision: number, events: readonly EventEnvelope[]): Promise<Appended> =>
      new Promise((resolve, reject) => {
        // Whoever goes on appending would keep it open for ever.
        if (closed) throw new UnavailableError('the event store is closed');
        // Before it joins a group: what cannot be written as JSON fails alone, and later changes by the caller do not count.
        const packedFor = connection.file();
        const bodies = bodiesOf(packedFor, stream, events);
        const chars = bodies.reduce((sum, body) => sum + charsOf(body), 0);
        queue.push({ stream, expected: expectedRevision, events, bodies, packedFor, chars, resolve, reject });
        busyWork ??= run();
      }),
    /** The last failed commit, until one succeeds. */
    failure: () => failure,
    /** Writes what waits; what cannot be written in time is rejected, and so is what comes then. */
    close: async () => {
      closed = true;
      await busyWork;
      await thread?.close();
    },
  };
};
