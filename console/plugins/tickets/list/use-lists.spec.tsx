import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketView } from '../../../../contract/ticket.ts';
import { startFollowing } from '../live-cache/live.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { useHalves, useTicketList } from './use-lists.ts';

const server = vi.hoisted(() => ({
  asked: [] as Record<string, unknown>[],
  answers: [] as (() => void)[],
  tickets: [] as unknown[],
  hasMore: false,
  held: false,
}));
vi.mock('../../../shell/session.tsx', () => {
  const subject = { userId: 'ana', profile: 'admin', super: false, queueIds: [] };
  const session = { scope: { userId: 'ana', queueIds: 'all', noQueue: true }, subject };
  return { useSession: () => session };
});
vi.mock('../../../shell/api.ts', () => ({
  api: async (_: string, { query }: { query: Record<string, unknown> }) => {
    server.asked.push(query);
    const { tickets, hasMore } = server;
    if (server.held) await new Promise<void>((resolve) => server.answers.push(resolve));
    const mine = (tickets as TicketView[]).filter(({ status }) => status === query.status);
    return { tickets: query.sort === 'waiting' ? mine.toReversed() : mine, hasMore };
  },
}));

const everything = { showAll: true, queueIds: [] } as const;
const at = (minute: number) => `2026-11-22T10:0${minute}:00.000Z`;
const waits = (id: string, minute: number) =>
  aTicket({ id, status: 'pending', userId: null, waitingSince: at(minute), updatedAt: at(9) });
const using = <T,>(hook: () => T) => {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, held: renderHook(hook, { wrapper }).result };
};

beforeEach(() => Object.assign(server, { asked: [], answers: [], hasMore: false, held: false, tickets: [] }));
afterEach(cleanup);

test('an answer that following has overtaken is shown at once, and asked for again behind it', async () => {
  server.held = true;
  server.tickets = [waits('a', 1)];
  const { client, held } = using(() => useTicketList({ ...everything, status: 'pending' }));
  await waitFor(() => expect(server.answers).toHaveLength(1));
  startFollowing(client);
  // Between the two nobody was told that another one came.
  server.tickets = [waits('a', 1), waits('b', 2)];
  act(() => server.answers[0]?.());
  await waitFor(() => expect(held.current.tickets.map(({ id }) => id)).toEqual(['a']));
  await waitFor(() => expect(server.answers).toHaveLength(2));
  act(() => server.answers[1]?.());
  await waitFor(() => expect(held.current.tickets.map(({ id }) => id)).toEqual(['a', 'b']));
});

test('those who wait stand by how long, and of one page that is no question of its own', async () => {
  server.tickets = [
    waits('short', 5),
    aTicket({ id: 'none', status: 'pending', waitingSince: null }),
    waits('long', 1),
  ];
  const { held } = using(() => useHalves(everything, false));
  await waitFor(() => expect(held.current.pending.tickets).toHaveLength(3));
  expect(held.current.pending.tickets.map(({ id }) => id)).toEqual(['long', 'short', 'none']);
  expect(held.current.next?.id).toBe('long');
  expect(server.asked.filter(({ sort }) => sort !== undefined)).toEqual([]);
});

test('of more than a page they come in the order of the wait from the server', async () => {
  server.hasMore = true;
  server.tickets = [waits('short', 5), waits('long', 1)];
  const { held } = using(() => useHalves(everything, false));
  await waitFor(() => expect(held.current.pending.tickets.map(({ id }) => id)).toEqual(['long', 'short']));
  expect(server.asked.some(({ sort }) => sort === 'waiting')).toBe(true);
});
