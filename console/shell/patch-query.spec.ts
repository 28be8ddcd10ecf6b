import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { patchQuery } from './patch-query.ts';

const key = ['letters'];
const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
afterEach(() => cache.clear());

/** Answers that are given when the test says so, with what stood when they were asked for. */
function createServer(stored: () => readonly string[]) {
  const waiting: { give: () => void; fail: () => void }[] = [];
  return {
    ask: () => {
      const read = stored();
      return new Promise<readonly string[]>((resolve, reject) =>
        waiting.push({ give: () => resolve(read), fail: () => reject(new Error('away')) }),
      );
    },
    asked: () => expect.poll(() => waiting.length).toBe(1),
    give: () => waiting.shift()?.give(),
    fail: () => waiting.shift()?.fail(),
  };
}
function observe({ ask }: Pick<ReturnType<typeof createServer>, 'ask'>) {
  const observer = new QueryObserver(cache, { queryKey: key, queryFn: ask });
  onTestFinished(observer.subscribe(() => undefined));
  return observer;
}
const add = (letter: string) => (held: readonly string[]) =>
  held.includes(letter) ? held : [...held, letter];
type Pages = { readonly pages: readonly (readonly string[])[]; readonly pageParams: readonly unknown[] };
const addToNewest = (letter: string) => (held: Pages) =>
  held.pages.flat().includes(letter)
    ? held
    : { ...held, pages: [[...held.pages[0]!, letter], ...held.pages.slice(1)] };

test('an answer written before a change has it all the same, the first answer too', async () => {
  let stored = ['a'];
  const server = createServer(() => stored);
  const observer = observe(server);
  await server.asked();
  patchQuery(cache, key, add('b'));
  expect(cache.getQueryData(key)).toBeUndefined();
  server.give();
  await expect.poll(() => cache.getQueryData(key)).toEqual(['a', 'b']);
  stored = ['a', 'b'];
  void observer.refetch();
  await server.asked();
  patchQuery(cache, key, add('c'));
  patchQuery(cache, key, add('d'));
  expect(cache.getQueryData(key)).toEqual(['a', 'b', 'c', 'd']);
  server.give();
  await expect.poll(() => cache.getQueryState(key)?.fetchStatus).toBe('idle');
  expect(cache.getQueryData(key)).toEqual(['a', 'b', 'c', 'd']);
});

test('what came before the next question is no part of its answer', async () => {
  const server = createServer(() => ['a']);
  cache.setQueryData(key, ['a']);
  patchQuery(cache, key, add('b'));
  const observer = observe(server);
  void observer.refetch();
  await server.asked();
  server.give();
  await expect.poll(() => cache.getQueryData(key)).toEqual(['a']);
});

test('a question without an answer leaves what is held, and the next answer as it comes', async () => {
  const server = createServer(() => ['x']);
  cache.setQueryData(key, ['a']);
  const observer = observe(server);
  void observer.refetch();
  await server.asked();
  patchQuery(cache, key, add('b'));
  server.fail();
  await expect.poll(() => cache.getQueryState(key)?.status).toBe('error');
  expect(cache.getQueryData(key)).toEqual(['a', 'b']);
  void observer.refetch();
  await server.asked();
  await cache.cancelQueries({ queryKey: key });
  expect(cache.getQueryData(key)).toEqual(['a', 'b']);
  server.give();
  void observer.refetch();
  await server.asked();
  server.give();
  await expect.poll(() => cache.getQueryData(key)).toEqual(['x']);
});

test('a page further down brings nothing back that changed above it meanwhile', async () => {
  const answers: Record<number, string[]> = { 1: ['n'], 2: ['m'] };
  let gate: PromiseWithResolvers<void> | undefined;
  const observer = new InfiniteQueryObserver(cache, {
    queryKey: key,
    queryFn: async ({ pageParam }: { pageParam: number }) => {
      const read = answers[pageParam]!;
      await gate?.promise;
      return read;
    },
    initialPageParam: 1,
    getNextPageParam: (_page, _pages, at) => at + 1,
  });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => cache.getQueryData<Pages>(key)?.pages).toEqual([['n']]);
  gate = Promise.withResolvers();
  void observer.fetchNextPage();
  const times: unknown[] = [];
  patchQuery<Pages>(cache, key, (held, again) => {
    times.push(again);
    return again ? held : addToNewest('o')(held);
  });
  expect(cache.getQueryData<Pages>(key)?.pages).toEqual([['n', 'o']]);
  gate.resolve();
  await expect.poll(() => cache.getQueryData<Pages>(key)?.pages).toEqual([['n', 'o'], ['m']]);
  expect(cache.getQueryData<Pages>(key)?.pageParams).toEqual([1, 2]);
  expect(times).toEqual([undefined, 'page']);
  // All pages asked for anew: each is an answer, none is kept.
  gate = Promise.withResolvers();
  void observer.refetch();
  patchQuery<Pages>(cache, key, addToNewest('p'));
  gate.resolve();
  await expect.poll(() => cache.getQueryData<Pages>(key)?.pages).toEqual([['n', 'p'], ['m']]);
  stop();
});
