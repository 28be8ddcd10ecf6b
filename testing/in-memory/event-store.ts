/** Stores that keep their ports' promises without a disk, for tests that need no engine. */

import type { EventEnvelope, RecordedEvent } from '../../domain/kernel/event.ts';
import type { Appended, EventStore } from '../../domain/kernel/event-store.ts';
import { ConflictError, LogRewoundError } from '../../domain/kernel/event-store.ts';

/** An event store for tests of every folder: the port's promises, without a disk. */
export const createInMemoryEventStore = (
  options: { logId?: string } = {},
): EventStore & {
  /** Puts back the log as it stood at a position, in the place of what it is now. */
  putBack(position: number): void;
} => {
  const streams = new Map<string, RecordedEvent[]>();
  const log: RecordedEvent[] = [];
  const waiting = new Set<() => void>();
  let rewinds = 0;
  const wakeAll = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  const outcome = (events: readonly RecordedEvent[]): Appended => {
    const last = events.at(-1)!;
    return { revision: last.revision, position: last.position, events };
  };

  const append = (stream: string, expected: number, envelopes: readonly EventEnvelope[]): Appended => {
    if (envelopes.length === 0) throw new Error('nothing to append');
    const there = streams.get(stream) ?? [];
    const actual = there.length - 1;
    if (actual !== expected) {
      const same = there.slice(expected + 1, expected + 1 + envelopes.length);
      if (same.length === envelopes.length && same.every((event, i) => event.id === envelopes[i]!.id))
        return outcome(same);
      throw new ConflictError(stream, expected, actual);
    }
    const events = envelopes.map((envelope, i) =>
      // A copy, as a real store makes: nobody may change what is stored.
      structuredClone({ ...envelope, stream, revision: expected + 1 + i, position: log.length + 1 + i }),
    );
    there.push(...events);
    log.push(...events);
    streams.set(stream, there);
    wakeAll();
    return outcome(events);
  };

  return {
    append: async (stream, expected, events) => append(stream, expected, events),
    read: async (stream, { from, backwards = false, limit = Number.POSITIVE_INFINITY } = {}) => {
      const events = streams.get(stream) ?? [];
      if (!backwards) return events.slice(from ?? 0, (from ?? 0) + limit);
      const end = (from ?? events.length - 1) + 1;
      return events.slice(Math.max(0, end - limit), Math.max(0, end)).reverse();
    },
    readAll: async ({ after, limit }) => log.slice(after, after + limit),
    subscribe: async function* ({ after, mark, batch = 500, signal, onLive }) {
      let last: Pick<RecordedEvent, 'id'> | undefined = mark;
      let checked: number | undefined;
      for (let position = after; !signal.aborted; ) {
        if (checked !== rewinds && position > 0) {
          const there = log[position - 1];
          if (there === undefined || (last !== undefined && there.id !== last.id))
            throw new LogRewoundError(`position ${position} is not in the log`);
        }
        checked = rewinds;
        onLive?.(true);
        const events = log.slice(position, position + batch);
        if (events.length > 0) {
          position += events.length;
          last = events.at(-1);
          yield events;
          continue;
        }
        await new Promise<void>((resolve) => {
          const wake = () => {
            signal.removeEventListener('abort', wake);
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
          signal.addEventListener('abort', wake, { once: true });
        });
      }
    },
    stands: async ({ id, position }) => log[position - 1]?.id === id,
    rewinds: () => rewinds,
    head: async () => log.length,
    logId: async () => options.logId ?? 'in-memory',
    ping: async () => {},
    close: async () => {},
    putBack: (position) => {
      log.length = position;
      streams.clear();
      for (const event of log) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
      rewinds += 1;
      wakeAll();
    },
  };
};
