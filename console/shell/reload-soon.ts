import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

interface Pace {
  /** How long nothing must have changed. */
  readonly quietMs?: number;
  /** How long it may take since the first change, though changes go on; as long as the quiet unless it is said. */
  readonly longestMs?: number;
  /** What comes right before the queries are asked again. */
  readonly before?: () => void;
}
interface Due {
  readonly since: number;
  readonly timer: ReturnType<typeof setTimeout>;
}
const dueReloads = new WeakMap<QueryClient, Map<string, Due>>();

const duesOf = (cache: QueryClient): Map<string, Due> => {
  const dues = dueReloads.get(cache) ?? new Map<string, Due>();
  dueReloads.set(cache, dues);
  return dues;
};

/** Asks for what is shown under a key again in a moment: a burst of changes must not be a burst of calls. */
export const reloadSoon = (
  cache: QueryClient,
  queryKey: QueryKey,
  { quietMs = 300, longestMs = quietMs, before }: Pace = {},
): void => {
  const dues = duesOf(cache);
  const key = hashKey(queryKey);
  const held = dues.get(key);
  const since = held?.since ?? performance.now();
  clearTimeout(held?.timer);
  const wait = Math.max(0, Math.min(quietMs, since + longestMs - performance.now()));
  const timer = setTimeout(() => {
    dues.delete(key);
    before?.();
    void cache.invalidateQueries({ queryKey });
  }, wait);
  dues.set(key, { since, timer });
};
