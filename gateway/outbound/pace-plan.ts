import type { Pace } from '../../domain/connection/pace.ts';

const minuteMs = 60_000;
const windows = [
  ['newPerMinute', minuteMs],
  ['newPerHour', 60 * minuteMs],
  ['newPerDay', 24 * 60 * minuteMs],
] as const;

/** Returns how many turns must be remembered for the pace to be kept: those of the last day, or as many as any limit counts. */
export const remembered = (pace: Pace): number => Math.max(1, ...windows.map(([name]) => pace[name]));

export const isLimited = (pace: Pace): boolean =>
  pace.jitterSeconds > 0 || windows.some(([name]) => pace[name] > 0);

/**
 * Returns the first instant, not before `from`, at which one more may go after those of `taken` (in order).
 * @param gapMs between the last of them and this one
 */
export function freeAt(taken: readonly number[], from: number, pace: Pace, gapMs: number): number {
  let at = Math.max(from, (taken.at(-1) ?? Number.NEGATIVE_INFINITY) + gapMs);
  for (const [name, windowMs] of windows) {
    const most = pace[name];
    const nth = most > 0 ? taken.at(-most) : undefined;
    if (nth !== undefined) at = Math.max(at, nth + windowMs);
  }
  return at;
}
