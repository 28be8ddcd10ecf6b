import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { keys } from '../live-cache/keys.ts';
import type { Before, MessagePage } from '../live-cache/thread.ts';
import { aMessage } from '../ticket/fixtures.ts';
import { useThread } from './use-conversation.ts';

vi.mock('../../../shell/live.ts', () => ({ useLive: () => undefined, onLineBack: () => () => undefined }));
const calls = vi.hoisted(() => ({ listMessages: vi.fn(), sendMessage: vi.fn(), getTicket: vi.fn() }));
vi.mock('../ticket/calls.ts', () => calls);

const said = (at: number) =>
  aMessage({ id: `m${at}`, position: at, createdAt: new Date(at * 1_000).toISOString() });
const pageOf = (from: number, to: number): MessagePage => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => said(from + index)),
  hasMore: from > 1,
  cursors: { before: from, after: to },
});

beforeEach(() =>
  beginSession({
    ...{ id: 'ana', name: 'Ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]),
);
afterEach(() => {
  cleanup();
  endSession('logout');
  calls.listMessages.mockReset();
});

test('older messages that are asked for while a conversation is opened again do not cost those that came since', async () => {
  const cache = new QueryClient();
  cache.setQueryData(keys.thread('t1'), { pages: [pageOf(3, 4)], pageParams: [undefined] });
  const newest = Promise.withResolvers<MessagePage>();
  calls.listMessages.mockImplementation(async (_id: string, before: Before) =>
    before === undefined ? newest.promise : pageOf(1, before - 1),
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useThread('t1', 'c1'), { wrapper });
  const ids = () => result.current.messages.map(({ id }) => id);
  expect(ids()).toEqual(['m3', 'm4']);
  // Scrolled up twice before the answer is there.
  act(() => result.current.older?.load());
  act(() => result.current.older?.load());
  // Printed, it asks for all.
  act(() => void result.current.fetchNextPage());
  await act(async () => newest.resolve(pageOf(3, 5)));
  await vi.waitFor(() => expect(ids()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']));
  expect(calls.listMessages.mock.calls.map(([, before]) => before)).toEqual([undefined, 3]);
});

test('a message that was gone back to is still there when all is asked for anew', async () => {
  const cache = new QueryClient();
  let last = 18;
  // Four to a page.
  calls.listMessages.mockImplementation(async (_id: string, before: Before) => {
    const end = before === undefined ? last : before - 1;
    return pageOf(Math.max(1, end - 3), end);
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useThread('t1', 'c1'), { wrapper });
  const ids = () => result.current.messages.map(({ id }) => id);
  await vi.waitFor(() => expect(ids()).toHaveLength(4));
  act(() => result.current.fetchTowards('m4'));
  await vi.waitFor(() => expect(ids()).toContain('m4'));
  await act(() => cache.invalidateQueries());
  expect(ids()).toEqual(Array.from({ length: 16 }, (_, index) => `m${index + 3}`));
  // Also where more was said meanwhile, and the pages begin later.
  last = 24;
  await act(() => cache.invalidateQueries());
  expect(ids()).toContain('m4');
  expect(ids().at(-1)).toBe('m24');
});

test('one that is sought while all is asked for anew is gone back to behind it', async () => {
  const cache = new QueryClient();
  cache.setQueryData(keys.thread('t1'), {
    pages: [pageOf(17, 20), pageOf(13, 16)],
    pageParams: [undefined, 17],
  });
  const newest = Promise.withResolvers<MessagePage>();
  calls.listMessages.mockImplementation(async (_id: string, before: Before) =>
    before === undefined ? newest.promise : pageOf(Math.max(1, before - 4), before - 1),
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useThread('t1', 'c1'), { wrapper });
  act(() => result.current.fetchTowards('m6'));
  await act(async () => newest.resolve(pageOf(17, 20)));
  await vi.waitFor(() => expect(result.current.messages.map(({ id }) => id)).toContain('m6'));
  const data = cache.getQueryData<{ pages: MessagePage[] }>(keys.thread('t1'));
  expect(data?.pages.map((page) => page.messages.length)).toEqual([4, 4, 8]);
});
