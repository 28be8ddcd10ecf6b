import type { RecordedEvent } from './event.ts';
import type { EventStore, Mark } from './event-store.ts';
import { LogRewoundError } from './event-store.ts';
import { type Follower, openSharedReading, type SharedReading } from './shared-reading.ts';

type Store = Pick<EventStore, 'subscribe' | 'stands'>;

const bounds = { events: 4_000, letters: 16 * 1024 * 1024 };

/**
 * Returns one subscription for all who follow the log in this process, so that every event is read, decoded and parsed
 * once. Each follower has its own position and may begin and end alone. The fastest asks for more; one that is slow, or
 * begins further back, reads for itself until it has come near the others: it holds nobody up, and little is kept for
 * it. Who wants events of a few types alone reads for itself too while nobody reads all of them.
 */
export function shareSubscription(store: Store, limits = bounds): EventStore['subscribe'] {
  let currentReading: SharedReading | undefined;

  function open(after: number, mark: Mark | undefined): SharedReading {
    const onEnd = () => {
      if (currentReading === reading) currentReading = undefined;
    };
    const reading = openSharedReading(store, { after, mark }, { limits, onEnd });
    return reading;
  }

  return async function* ({ after: from, mark, batch = 500, types, signal, onLive }) {
    let position = from;
    let lastMark = mark;

    /** Reads by itself until it is among the others. @returns whether the store was closed */
    async function* alone(): AsyncGenerator<readonly RecordedEvent[], boolean> {
      const start = { after: position, mark: lastMark };
      for await (const events of store.subscribe({ ...start, batch, types, signal, onLive })) {
        lastMark = events[events.length - 1]!;
        position = lastMark.position;
        yield events;
        if (signal.aborted) return false;
        if (currentReading ? position >= currentReading.start : !types) return false;
      }
      return true;
    }

    /** Takes what is read for all, until it falls behind. */
    async function* among(sharedReading: SharedReading): AsyncGenerator<readonly RecordedEvent[], boolean> {
      const follower: Follower = { position, onLive };
      sharedReading.join(follower);
      try {
        while (!signal.aborted && position >= sharedReading.start) {
          const events = sharedReading.after(position, batch);
          if (events.length > 0) {
            lastMark = events[events.length - 1]!;
            position = lastMark.position;
            follower.position = position;
            sharedReading.trim();
            yield events;
          } else if (sharedReading.failure !== undefined) throw sharedReading.failure;
          else if (sharedReading.hasEnded) return sharedReading.isOver;
          else await settle(sharedReading.more(), signal);
        }
        return false;
      } finally {
        sharedReading.leave(follower);
      }
    }

    for (let over = false; !over && !signal.aborted; ) {
      // Among others nobody asks whether what this one has read is in the log that they read.
      const there = currentReading && lastMark ? await store.stands(lastMark).catch(() => undefined) : true;
      if (there === false) throw new LogRewoundError(`position ${position} is not in the log`);
      if (signal.aborted) return;
      if (there === undefined || (currentReading ? position < currentReading.start : types))
        over = yield* alone();
      else {
        currentReading ??= open(position, lastMark);
        over = yield* among(currentReading);
      }
    }
  };
}

/** Resolves when the work is done or the signal aborts. */
const settle = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    void work.then(done);
    if (signal.aborted) done();
  });
