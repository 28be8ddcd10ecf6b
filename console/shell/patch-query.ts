import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** What a change is made in once more: an answer that may know of it or not, or one that has a further page below what was held. */
export type Again = 'answer' | 'page';
/** Returns what is held after a change, the same object where nothing changes. @param again undefined the first time */
type Patch<T> = (held: T, again?: Again) => T;

/** What came while an answer was on its way. */
interface Late {
  readonly patches: Patch<unknown>[];
  /** As the patches left it. */
  held: unknown;
}
const lateOf = new WeakMap<Query, Late>();

interface Pages {
  readonly pages: readonly unknown[];
}
const isFurtherPage = ({ state }: Query): boolean => state.fetchMeta?.fetchMore !== undefined;

/**
 * Returns the answer to a further page with the pages before it as they are held: its own are as they stood when it
 * was asked for.
 */
const withHeldPages = (answer: unknown, held: unknown): unknown => {
  if (held === undefined) return answer;
  const { pages } = held as Pages;
  return { ...(answer as Pages), pages: [...pages, ...(answer as Pages).pages.slice(pages.length)] };
};

/** Makes the patches again once the answer is there; where none comes what is held stays patched. */
function waitForAnswer(cache: QueryClient, query: Query, late: Late): void {
  lateOf.set(query, late);
  const stop = cache.getQueryCache().subscribe((event) => {
    if (event.query !== query || (event.type !== 'updated' && event.type !== 'removed')) return;
    if (event.type === 'updated' && query.state.fetchStatus !== 'idle') return;
    stop();
    lateOf.delete(query);
    if (event.type === 'removed' || event.action.type !== 'success') return;
    const { data, dataUpdatedAt } = query.state;
    const again = isFurtherPage(query) ? 'page' : 'answer';
    const answer = again === 'page' ? withHeldPages(data, late.held) : data;
    const patched = late.patches.reduce((held, patch) => patch(held, again), answer);
    if (patched !== data) cache.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt });
  });
}

/**
 * Makes a change in what a query holds, and in the answer that is on its way: that may have been written before the
 * change, and would put the old state back.
 */
export function patchQuery<T>(cache: QueryClient, queryKey: QueryKey, patch: Patch<T>): void {
  const query = cache.getQueryCache().get(hashKey(queryKey)) as Query | undefined;
  if (!query) return;
  const held = query.state.data as T | undefined;
  const patched = held === undefined ? undefined : patch(held);
  if (patched !== held) cache.setQueryData(queryKey, patched);
  if (query.state.fetchStatus === 'idle') return;
  const late = lateOf.get(query);
  if (late === undefined) {
    waitForAnswer(cache, query, { patches: [patch as Patch<unknown>], held: patched });
    return;
  }
  late.patches.push(patch as Patch<unknown>);
  late.held = patched;
}

/** The same for all queries whose key begins so; `patchOf` gives the change by the key. */
export function patchQueries<T>(
  cache: QueryClient,
  queryKey: QueryKey,
  patchOf: (key: QueryKey) => Patch<T>,
): void {
  for (const [key] of cache.getQueriesData({ queryKey })) patchQuery(cache, key, patchOf(key));
}
