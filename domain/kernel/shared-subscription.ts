import type { RecordedEvent } from './event.ts';
import type { EventStore, Mark } from './event-store.ts';
import { LogRewoundError } from './event-store.ts';

type Store = Pick<EventStore, 'subscribe' | 'stands'>;
type Options = Parameters<EventStore['subscribe']>[0];

interface Follower {
  position: number;
  readonly onLive: Options['onLive'];
}

interface Chunk {
  readonly events: readonly RecordedEvent[];
  readonly last: number;
  /** Counted only when it waits for a slow follower. */
  letters: number | undefined;
}

/** What was read of the log and not yet taken by every follower: all events after `start`, up to the last one read. */
interface Shared {
  readonly source: AsyncIterator<readonly RecordedEvent[]>;
  readonly ending: AbortController;
  readonly followers: Set<Follower>;
  chunks: Chunk[];
  start: number;
  /** The store was closed: there will be no more. */
  over: boolean;
  live: boolean | undefined;
  pulling: Promise<void> | undefined;
  failure: unknown;
}

/** How far the fastest may be ahead of the slowest before that one reads for itself: events, and letters in them. */
const most = { events: 4_000, letters: 16 * 1024 * 1024 };
const batchRead = 2_000;

/**
 * One subscription for all who follow the log in this process, so that every event is read, decoded and parsed once. Each
 * follower has its own position and may begin and end alone. The fastest asks for more; one that is slow, or begins
 * further back, reads for itself until it has come near the others: it holds nobody up, and little is kept for it.
 */
export const shareSubscription = (store: Store, limits = most): EventStore['subscribe'] => {
  let current: Shared | undefined;

  const open = (after: number, mark: Mark | undefined): Shared => {
    const ending = new AbortController();
    const shared: Shared = {
      ending,
      source: store
        .subscribe({
          after,
          mark,
          batch: batchRead,
          signal: ending.signal,
          onLive(live) {
            shared.live = live;
            for (const { onLive } of shared.followers) onLive?.(live);
          },
        })
        [Symbol.asyncIterator](),
      followers: new Set(),
      chunks: [],
      start: after,
      over: false,
      live: undefined,
      pulling: undefined,
      failure: undefined,
    };
    return shared;
  };

  const end = (shared: Shared, failure?: unknown) => {
    shared.failure ??= failure;
    if (current === shared) current = undefined;
    shared.ending.abort();
    void shared.source.return?.().catch(() => undefined);
  };

  /** Drops what all have taken, and what is too much to be kept for the slow ones. */
  const trim = (shared: Shared) => {
    let slowest = Number.POSITIVE_INFINITY;
    for (const { position } of shared.followers) slowest = Math.min(slowest, position);
    let events = 0;
    let letters = 0;
    let kept = shared.chunks.length;
    while (kept > 0) {
      const chunk = shared.chunks[kept - 1]!;
      if (chunk.last <= slowest) break;
      events += chunk.events.length;
      // The newest is kept whatever its size, for the fastest.
      if (shared.chunks.length > 1) letters += chunk.letters ??= lettersOf(chunk.events);
      if (kept < shared.chunks.length && (events > limits.events || letters > limits.letters)) break;
      kept -= 1;
    }
    if (kept === 0) return;
    shared.start = shared.chunks[kept - 1]!.last;
    shared.chunks = shared.chunks.slice(kept);
  };

  const pull = async (shared: Shared): Promise<void> => {
    try {
      const { value, done } = await shared.source.next();
      if (done) {
        shared.over = true;
        return end(shared);
      }
      shared.chunks.push({ events: value, last: value[value.length - 1]!.position, letters: undefined });
      trim(shared);
    } catch (error) {
      end(shared, error);
    } finally {
      shared.pulling = undefined;
    }
  };

  /** Events after the position that are at hand. */
  const after = ({ chunks }: Shared, position: number, batch: number): readonly RecordedEvent[] => {
    const found: RecordedEvent[] = [];
    for (const { events, last } of chunks) {
      if (last <= position) continue;
      const from = events[0]!.position > position ? 0 : events.findIndex((one) => one.position > position);
      for (let at = from; at < events.length && found.length < batch; at++) found.push(events[at]!);
      if (found.length === batch) break;
    }
    return found;
  };

  return async function* ({ after: from, mark, batch = 500, signal, onLive }) {
    let position = from;
    let last = mark;

    /** Reads by itself until it is among the others. @returns whether the store was closed */
    async function* alone(): AsyncGenerator<readonly RecordedEvent[], boolean> {
      for await (const events of store.subscribe({ after: position, mark: last, batch, signal, onLive })) {
        last = events[events.length - 1]!;
        position = last.position;
        yield events;
        if (signal.aborted || !current || position >= current.start) return false;
      }
      return true;
    }

    /** Takes what is read for all, until it falls behind. */
    async function* among(shared: Shared): AsyncGenerator<readonly RecordedEvent[], boolean> {
      const follower: Follower = { position, onLive };
      shared.followers.add(follower);
      if (shared.live !== undefined) onLive?.(shared.live);
      try {
        while (!signal.aborted && position >= shared.start) {
          const events = after(shared, position, batch);
          if (events.length > 0) {
            last = events[events.length - 1]!;
            position = last.position;
            follower.position = position;
            trim(shared);
            yield events;
          } else if (shared.failure !== undefined) throw shared.failure;
          else if (shared.ending.signal.aborted) return shared.over;
          else {
            shared.pulling ??= pull(shared);
            await settled(shared.pulling, signal);
          }
        }
        return false;
      } finally {
        shared.followers.delete(follower);
        if (shared.followers.size === 0) end(shared);
        else trim(shared);
      }
    }

    for (let over = false; !over && !signal.aborted; ) {
      // Among others nobody asks whether what this one has read is in the log that they read.
      const there = current && last ? await store.stands(last).catch(() => undefined) : true;
      if (there === false) throw new LogRewoundError(`position ${position} is not in the log`);
      if (signal.aborted) return;
      if (there === undefined || (current && position < current.start)) over = yield* alone();
      else {
        current ??= open(position, last);
        over = yield* among(current);
      }
    }
  };
};

/** Resolves when the work is done or the signal aborts. */
const settled = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    void work.then(done);
    if (signal.aborted) done();
  });

const lettersOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((sum, { data }) => sum + lettersIn(data, 3), 0);

/** Letters in the texts of a value, about. */
const lettersIn = (value: unknown, depth: number): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth === 0) return 8;
  let letters = 32;
  for (const key in value) letters += lettersIn((value as Record<string, unknown>)[key], depth - 1);
  return letters;
};
