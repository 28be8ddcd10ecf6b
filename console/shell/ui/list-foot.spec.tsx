import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n.ts';
import { ListFoot } from './list-foot.tsx';

vi.mock('../i18n.ts', async (original) => {
  const i18n = await original<typeof import('../i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const noPage = async () => ({ isError: false, hasNextPage: false });

const foot = (
  state: { readonly isPlaceholderData: boolean; readonly hasNextPage?: boolean },
  load = vi.fn(noPage),
) => {
  const list = { hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false, ...state };
  render(<ListFoot shown={20} text="20 de 51" list={{ ...list, fetchNextPage: load }} />);
};

test('the next page is asked for once the end is within 100 px of the bottom', () => {
  const seen: { tell: (isIntersecting: boolean) => void; margin: string | undefined }[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(
        tell: (entries: { isIntersecting: boolean }[]) => void,
        { rootMargin }: IntersectionObserverInit,
      ) {
        seen.push({ tell: (isIntersecting) => tell([{ isIntersecting }]), margin: rootMargin });
      }
      observe() {}
      disconnect() {}
    },
  );
  const load = vi.fn(noPage);
  foot({ isPlaceholderData: false, hasNextPage: true }, load);
  expect(seen.map(({ margin }) => margin)).toEqual(['0px 0px 100px']);
  seen[0]?.tell(false);
  expect(load).not.toHaveBeenCalled();
  seen[0]?.tell(true);
  expect(load).toHaveBeenCalledOnce();
});

test('the end is said of what was found, not of what still stands there from the search before', () => {
  foot({ isPlaceholderData: true });
  expect(screen.queryByText('Fim da lista')).toBeNull();
  expect(screen.getByText('Carregando')).toBeDefined();
  foot({ isPlaceholderData: false });
  expect(screen.getByText('Fim da lista')).toBeDefined();
});

let whole: PromiseWithResolvers<string>;
const Rows = () => {
  const list = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: ({ pageParam }) => (pageParam === 1 ? whole.promise : Promise.resolve(`page ${pageParam}`)),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <ListFoot shown={1} text={`${list.data?.pages.join(', ')}`} list={list} />;
};

test('a page that is asked for while the whole list is on its way comes behind that answer, not in its place', async () => {
  whole = Promise.withResolvers();
  const cache = new QueryClient();
  cache.setQueryData(['rows'], { pages: ['old'], pageParams: [1] });
  render(
    <QueryClientProvider client={cache}>
      <Rows />
    </QueryClientProvider>,
  );
  act(() => void cache.invalidateQueries());
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Mostrar mais' })));
  // A row arrives, and the list is asked for once more.
  const first = whole;
  whole = Promise.withResolvers();
  act(() => void cache.invalidateQueries());
  first.resolve('too old');
  await act(async () => whole.resolve('new'));
  expect(await screen.findByText('new, page 2')).toBeDefined();
});
