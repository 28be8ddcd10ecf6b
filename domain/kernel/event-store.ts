import type { EventEnvelope, RecordedEvent } from './event.ts';

/** An event as it was appended: of several, EventStoreDB tells the last one's position only, and to read them back would cost another round trip. */
export type AppendedEvent = Omit<RecordedEvent, 'position'>;

export interface Appended {
  /** Revision and position of the last event appended. */
  readonly revision: number;
  readonly position: number;
  readonly events: readonly AppendedEvent[];
}

/** The stream is not at the revision the writer expected: reload, and decide again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;
  constructor(stream: string, expected: number, actual: number) {
    super(`${stream}: expected revision ${expected}, found ${actual}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The outcome is unknown (time-out, connection lost, full disk): append the same events at the same revision again. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** More than the store takes in one append: to try it again would not help. */
export class AppendTooLargeError extends Error {
  override readonly name = 'AppendTooLargeError';
  readonly stream: string;
  readonly limitBytes: number;
  constructor(stream: string, limitBytes: number) {
    super(`${stream}: the append is larger than the ${limitBytes} bytes that the event store takes at once`);
    this.stream = stream;
    this.limitBytes = limitBytes;
  }
}

/** Its data are not what its type's schema says, so that nobody could read it back: to try it again would not help. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
  readonly type: string;
  /** The first field refused (`extra.location.latitude`); its value, which may be somebody's data, is not said. */
  readonly field: string;
  constructor(type: string, path: readonly PropertyKey[]) {
    const field = path.map(String).join('.');
    super(`${type} cannot be stored: ${field || 'its data'} is not what its schema says`);
    this.type = type;
    this.field = field;
  }
}

/**
 * Which event stands where: what tells the log that answers now from another one that is as long. Every event read is
 * a mark of itself.
 */
export type Mark = Pick<RecordedEvent, 'stream' | 'revision' | 'position' | 'id'>;

/**
 * What was read so far is no longer in the log: an older copy was put back in its place. Whoever followed it begins
 * anew, from what the log holds now; to go on after the old position would pass over what is appended meanwhile.
 */
export class LogRewoundError extends Error {
  override readonly name = 'LogRewoundError';
}

/**
 * The append-only log. Adapters: SQLite, EventStoreDB.
 *
 * - `append` is atomic and durable when it resolves. `expected` is the stream's last revision, -1 for a stream that
 *   must not exist. If the very same event ids already stand at `expected + 1 …`, it resolves as it did then.
 *   An engine may limit an append's size (EventStoreDB: 1 MiB, with room for one event of 1 MiB of JSON): AppendTooLargeError.
 * - `read` gives at most `limit` events of one stream from revision `from` (inclusive; default: start, or end when backwards).
 * - `readAll` gives at most `limit` events with position > `after` (0 = start), in order. Other positions than those of
 *   events may be refused with LogRewoundError.
 * - `subscribe` yields non-empty batches of at most `batch` events with position > `after`, for ever, pulled: the next
 *   is read when the consumer asks for it. It ends when `signal` aborts and survives an unavailable store by itself,
 *   saying `onLive(false)` when it no longer hears of new events and `onLive(true)` when it does (again). It throws
 *   LogRewoundError when `mark` (the event at `after`) or, later, the last event it gave no longer stands in the log.
 *   With `types`, events of other types may be left out, so that nobody unpacks a long log for a few of them; the last
 *   of those passed over is given, whatever it is, and says how far the subscription has come.
 */
export interface EventStore {
  append(stream: string, expected: number, events: readonly EventEnvelope[]): Promise<Appended>;
  read(
    stream: string,
    options?: { from?: number; backwards?: boolean; limit?: number },
  ): Promise<readonly RecordedEvent[]>;
  readAll(options: { after: number; limit: number }): Promise<readonly RecordedEvent[]>;
  subscribe(options: {
    after: number;
    mark?: Mark | undefined;
    batch?: number;
    types?: ReadonlySet<string> | undefined;
    signal: AbortSignal;
    onLive?: ((live: boolean) => void) | undefined;
  }): AsyncIterable<readonly RecordedEvent[]>;
  /** Returns whether this very event stands there. */
  stands(mark: Mark): Promise<boolean>;
  /** How often this process has found an older copy of the log in its place: what was remembered of it before is void. */
  rewinds(): number;
  /** Position of the last event of the whole log, 0 when empty. */
  head(): Promise<number>;
  /** Random id of this log: read models built from another log are rebuilt. */
  logId(): Promise<string>;
  /** Resolves when the store answers, rejects with UnavailableError otherwise. */
  ping(): Promise<void>;
  /** Gives back memory that is held for speed alone, where the engine takes it from this process: at rest. */
  giveBack?(): void;
  close(): Promise<void>;
}
