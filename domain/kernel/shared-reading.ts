import type { RecordedEvent } from './event.ts';
import type { EventStore, Mark } from './event-store.ts';

type Store = Pick<EventStore, 'subscribe'>;

export interface Follower {
  position: number;
  readonly onLive: Parameters<EventStore['subscribe']>[0]['onLive'];
}

interface Chunk {
  readonly events: readonly RecordedEvent[];
  readonly lastPosition: number;
  /** Counted only when it waits for a slow follower. */
  letters: number | undefined;
}

/** How far the fastest may be ahead of the slowest before that one reads for itself: events, and letters in them. */
export interface SharedLimits {
  readonly events: number;
  readonly letters: number;
}

export type SharedReading = ReturnType<typeof openSharedReading>;

const batchRead = 2_000;

/** Returns what was read of the log and not yet taken by every follower: all events after `start`, up to the last one read. */
function createChunks(after: number, limits: SharedLimits) {
  let chunks: Chunk[] = [];
  let start = after;
  return {
    get start() {
      return start;
    },
    add(events: readonly RecordedEvent[]): void {
      chunks.push({ events, lastPosition: events[events.length - 1]!.position, letters: undefined });
    },
    /** Drops what all have taken, and what is too much to be kept for the slow ones. */
    trim(slowest: number): void {
      let events = 0;
      let letters = 0;
      let droppedCount = chunks.length;
      while (droppedCount > 0) {
        const chunk = chunks[droppedCount - 1]!;
        if (chunk.lastPosition <= slowest) break;
        events += chunk.events.length;
        // The newest is kept whatever its size, for the fastest.
        if (chunks.length > 1) letters += chunk.letters ??= lettersOf(chunk.events);
        if (droppedCount < chunks.length && (events > limits.events || letters > limits.letters)) break;
        droppedCount -= 1;
      }
      if (droppedCount === 0) return;
      start = chunks[droppedCount - 1]!.lastPosition;
      chunks = chunks.slice(droppedCount);
    },
    /** Returns the events after the position that are at hand. */
    after(position: number, batch: number): readonly RecordedEvent[] {
      const events: RecordedEvent[] = [];
      for (const chunk of chunks) {
        if (chunk.lastPosition <= position) continue;
        const all = chunk.events;
        const from = all[0]!.position > position ? 0 : all.findIndex((one) => one.position > position);
        for (let at = from; at < all.length && events.length < batch; at++) events.push(all[at]!);
        if (events.length === batch) break;
      }
      return events;
    },
  };
}

/** Returns one reading of the log for several followers, which read no further than the fastest asks. */
export function openSharedReading(
  store: Store,
  begin: { readonly after: number; readonly mark: Mark | undefined },
  { limits, onEnd }: { readonly limits: SharedLimits; readonly onEnd: () => void },
) {
  const ending = new AbortController();
  const followers = new Set<Follower>();
  const chunks = createChunks(begin.after, limits);
  let live: boolean | undefined;
  let pulling: Promise<void> | undefined;
  let failure: unknown;
  let isOver = false;
  const source = store
    .subscribe({
      ...begin,
      batch: batchRead,
      signal: ending.signal,
      onLive(isLive) {
        live = isLive;
        for (const { onLive } of followers) onLive?.(isLive);
      },
    })
    [Symbol.asyncIterator]();

  function end(error?: unknown): void {
    failure ??= error;
    onEnd();
    ending.abort();
    void source.return?.().catch(() => undefined);
  }

  function trim(): void {
    let slowest = Number.POSITIVE_INFINITY;
    for (const { position } of followers) slowest = Math.min(slowest, position);
    chunks.trim(slowest);
  }

  async function pull(): Promise<void> {
    try {
      const { value, done } = await source.next();
      if (done) {
        isOver = true;
        return end();
      }
      chunks.add(value);
      trim();
    } catch (error) {
      end(error);
    } finally {
      pulling = undefined;
    }
  }

  return {
    /** Events after this position are at hand, or will be. */
    get start() {
      return chunks.start;
    },
    get failure() {
      return failure;
    },
    get hasEnded() {
      return ending.signal.aborted;
    },
    /** The store was closed: there will be no more. */
    get isOver() {
      return isOver;
    },
    trim,
    join(follower: Follower): void {
      followers.add(follower);
      if (live !== undefined) follower.onLive?.(live);
    },
    leave(follower: Follower): void {
      followers.delete(follower);
      if (followers.size === 0) end();
      else trim();
    },
    /** Reads on, once for all who ask meanwhile. */
    more: (): Promise<void> => (pulling ??= pull()),
    after: chunks.after,
  };
}

const lettersOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((sum, { data }) => sum + lettersIn(data, 3), 0);

/** Returns the letters in the texts of a value, about. */
const lettersIn = (value: unknown, depth: number): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth === 0) return 8;
  let letters = 32;
  for (const key in value) letters += lettersIn((value as Record<string, unknown>)[key], depth - 1);
  return letters;
};
