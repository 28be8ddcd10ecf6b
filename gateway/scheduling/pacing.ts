import { boundedCache } from '../../domain/kernel/bounded-cache.ts';

const minuteMs = 60_000;

/** Returns a pace of so many a minute for each key; 0: no limit. Further ones are not refused: each is told from when on it may go. */
export function createPacing(perMinute: number, now: () => number = Date.now) {
  // Who has not come for a minute owes nothing; those told to wait come back within the time they were told.
  const turns = boundedCache<readonly number[]>(50_000);
  return {
    /** Returns the instant (milliseconds since the epoch) from which on it may go, and takes that turn. */
    turn(key: string): number {
      const at = now();
      if (perMinute === 0) return at;
      const taken = (turns.get(key) ?? []).filter((one) => one > at - minuteMs);
      const free = taken.length < perMinute ? at : taken[taken.length - perMinute]! + minuteMs;
      turns.set(key, [...taken.slice(-perMinute), free]);
      return free;
    },
  };
}
export type Pacing = ReturnType<typeof createPacing>;
