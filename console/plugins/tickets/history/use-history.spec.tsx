import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { changesOf, getAsOf } from '../ticket/calls.ts';
import { useHistory } from './use-history.ts';

const server = vi.hoisted(() => ({
  last: 1_204,
  /** What was asked for, as it stands in the address. */
  asked: [] as string[],
  down: false,
  changed: () => undefined as unknown,
}));

vi.mock('../../../shell/session.tsx', () => ({ useSession: () => ({ user: { companyId: 'c' } }) }));
vi.mock('../../../shell/live.ts', () => ({
  useLive: (_: unknown, __: unknown, onReady: () => void) => {
    server.changed = onReady;
  },
}));
vi.mock('../../../shell/api.ts', () => ({
  api: async (path: string, { query }: { query: Record<string, number | string | undefined> }) => {
    server.asked.push(`${path.split('/').at(-1)} ${JSON.stringify(query)}`);
    if (server.down) throw new Error('offline');
    const all = Array.from({ length: server.last + 1 }, (_, revision) => event(revision));
    const size = Number(query.limit ?? 500);
    if (path.endsWith('as-of')) {
      const before = Number(query.before ?? query.revision);
      const from = Math.max(0, before - size);
      const messages = all.slice(from, before).map(({ revision }) => ({ id: `m${revision}` }));
      return { messages, before: from === 0 ? null : from };
    }
    if (query.after !== undefined) {
      const events = all.slice(Number(query.after) + 1).slice(0, size);
      return { events, hasMore: (events.at(-1)?.revision ?? server.last) < server.last };
    }
    const end = query.before === 'end' ? all.length : Number(query.before);
    const events = all.slice(Math.max(0, end - size), end);
    return { events, hasMore: (events[0]?.revision ?? 0) > 0 };
  },
}));

const event = (revision: number): HistoryEventView => ({
  revision,
  position: revision,
  type: revision === 700 ? 'MessageQueued' : revision === 1_100 ? 'MessageEdited' : 'MessageAcknowledged',
  at: '2026-11-22T12:00:00.000Z',
  actor: { kind: 'user', id: 'u', name: 'Ana' },
  data: revision === 700 || revision === 1_100 ? { messageId: 'm' } : {},
});

const open = () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useHistory('t'), { wrapper }).result;
};
type Past = ReturnType<typeof open>;
const revisions = (past: Past) => past.current.data?.events.map(({ revision }) => revision) ?? [];
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

beforeEach(() => Object.assign(server, { last: 1_204, asked: [], down: false }));
afterEach(cleanup);

test('the newest page is there after one question, however long the conversation is', async () => {
  const past = open();
  await waitFor(() => expect(past.current.isSuccess).toBe(true));
  expect(revisions(past)).toEqual(from(705, 1_204));
  expect(past.current.hasOlder).toBe(true);
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(server.asked).toEqual(['history {"before":"end"}']);
});

test('older pages come when they are asked for, each once, until the beginning; what happens stands at the end', async () => {
  const past = open();
  await waitFor(() => expect(past.current.isSuccess).toBe(true));
  await act(async () => {
    // A list that is scrolled asks many times.
    await Promise.all([past.current.older(), past.current.older()]);
  });
  expect(revisions(past)[0]).toBe(205);
  server.last = 1_206;
  act(() => void server.changed());
  await waitFor(() => expect(revisions(past).at(-1)).toBe(1_206));
  await act(() => past.current.older());
  expect(past.current.hasOlder).toBe(false);
  expect(revisions(past)).toEqual(from(0, 1_206));
});

test('a page that does not come is said, and comes when it is asked for again', async () => {
  const past = open();
  await waitFor(() => expect(past.current.isSuccess).toBe(true));
  server.down = true;
  await act(() => past.current.older());
  expect(past.current.olderFailed).toBe(true);
  expect(revisions(past)[0]).toBe(705);
  server.down = false;
  await act(() => past.current.older());
  expect(past.current.olderFailed).toBe(false);
  expect(revisions(past)[0]).toBe(205);
});

test('a jump asks for the messages that are drawn, not for all before them', async () => {
  expect((await getAsOf('t', 1_000, 80)).messages).toHaveLength(80);
  expect(server.asked).toEqual(['as-of {"revision":1000,"limit":80}']);
  const far = await getAsOf('t', 1_000, 640);
  expect(far.messages.map(({ id }) => id)).toEqual(from(360, 999).map((revision) => `m${revision}`));
  expect(server.asked.slice(1)).toEqual([
    'as-of {"revision":1000,"limit":500}',
    'as-of {"revision":1000,"before":500,"limit":140}',
  ]);
});

test('what became of a message is asked for back to where it began, no further', async () => {
  expect((await changesOf('t', 'm')).map(({ revision }) => revision)).toEqual([700, 1_100]);
  expect(server.asked).toEqual(['history {"before":"end"}', 'history {"before":705}']);
});
