import type { QueryClient } from '@tanstack/react-query';
import { keys } from './keys.ts';

const QUIET_MS = 400;
/** A burst that never pauses is still counted now and then. */
const LONGEST_MS = 2_000;

interface Due {
  readonly since: number;
  readonly timer: ReturnType<typeof setTimeout>;
}
const dueCounts = new WeakMap<QueryClient, Due>();

/** Asks the server for the counts once a burst of changes is over, not once for each of them. */
export const recountSoon = (cache: QueryClient): void => {
  const held = dueCounts.get(cache);
  const since = held?.since ?? performance.now();
  clearTimeout(held?.timer);
  const wait = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - performance.now()));
  const timer = setTimeout(() => {
    dueCounts.delete(cache);
    void cache.invalidateQueries({ queryKey: keys.allCounts });
  }, wait);
  dueCounts.set(cache, { since, timer });
};
