import { onlineManager, QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNextPage } from './next-page.ts';

const queryKey = ['things'];
const asked: number[] = [];
let first: PromiseWithResolvers<string>;

function useThings() {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => {
      asked.push(pageParam);
      return pageParam === 1 ? first.promise : Promise.resolve(`page ${pageParam}`);
    },
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...query, more: useNextPage(query) };
}

function list() {
  asked.length = 0;
  first = Promise.withResolvers();
  const cache = new QueryClient();
  cache.setQueryData(queryKey, { pages: ['old'], pageParams: [1] });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  return renderHook(useThings, { wrapper }).result;
}

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

test('a page that is asked for while all is on its way comes behind it, once however often it is asked for', async () => {
  const result = list();
  act(() => void result.current.refetch());
  act(() => {
    void result.current.more();
    void result.current.more();
  });
  await act(async () => first.resolve('new'));
  await vi.waitFor(() => expect(result.current.data?.pages).toEqual(['new', 'page 2']));
  expect(asked).toEqual([1, 2]);
});

test('where nothing is on its way it is asked for at once', async () => {
  const result = list();
  act(() => void result.current.more());
  await vi.waitFor(() => expect(result.current.data?.pages).toEqual(['old', 'page 2']));
  expect(asked).toEqual([2]);
});

test('what waits for the line is on its way too', async () => {
  const result = list();
  act(() => onlineManager.setOnline(false));
  act(() => void result.current.refetch());
  await vi.waitFor(() => expect(result.current.fetchStatus).toBe('paused'));
  act(() => void result.current.more());
  await act(async () => first.resolve('new'));
  act(() => onlineManager.setOnline(true));
  await vi.waitFor(() => expect(result.current.data?.pages).toEqual(['new', 'page 2']));
  expect(asked).toEqual([1, 2]);
});
