import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../../../contract/changes.ts';
import type { ContactView } from '../../../../contract/contact.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { aMessage, aTicket, aViewer } from '../ticket/fixtures.ts';
import type { Counts } from './counts.ts';
import { keys } from './keys.ts';
import { patchContact, patchMessage, patchTicket } from './patch.ts';
import { type Before, type MessagePage, type MessagePages, messagesOf, olderPage } from './thread.ts';

const base = { showAll: false, queueIds: [] };
const ana = aViewer();
const change = (over: Partial<TicketView>, action = 'update'): Change<TicketView> => {
  const document = aTicket({ position: 100, ...over });
  return { channel: 'x', action, id: document.id, document, position: document.position };
};
const list = (tickets: TicketView[], hasMore = false) => ({
  pages: [{ tickets, hasMore }],
  pageParams: [1],
});

describe('counts after changes', () => {
  let cache: QueryClient;
  let asked: number;
  beforeEach(() => {
    vi.useFakeTimers();
    asked = 0;
    cache = new QueryClient();
    cache.setQueryData(keys.counts(base), { open: 0, pending: 1 });
    new QueryObserver(cache, {
      queryKey: keys.counts(base),
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async () => {
        asked += 1;
        return { open: 5, pending: 5 };
      },
    }).subscribe(() => undefined);
  });
  afterEach(() => {
    cache.clear();
    vi.useRealTimers();
  });
  const counts = () => cache.getQueryData<Counts>(keys.counts(base));

  test('where both lists are whole they are known: a new ticket asks for nothing', async () => {
    cache.setQueryData(keys.list({ ...base, status: 'open' }), list([]));
    cache.setQueryData(keys.list({ ...base, status: 'pending' }), list([aTicket({ id: 'old' })]));
    patchTicket(cache, ana, change({ id: 'new' }));
    expect(counts()).toEqual({ open: 0, pending: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(0);
  });

  test('where they are not, a burst asks once, when it is over', async () => {
    cache.setQueryData(keys.list({ ...base, status: 'pending' }), list([aTicket({ id: 'old' })], true));
    for (let index = 0; index < 20; index += 1) {
      patchTicket(cache, ana, change({ id: `t${index}` }));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(asked).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(1);
    expect(counts()).toEqual({ open: 5, pending: 5 });
  });

  test('a burst without end is still counted now and then', async () => {
    for (let index = 0; index < 100; index += 1) {
      patchTicket(cache, ana, change({ id: `t${index}` }));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(asked).toBeLessThanOrEqual(6);
  });

  test('a ticket somebody held moves from one half to the other without a question', async () => {
    cache.setQueryData(keys.list({ ...base, status: 'pending' }), list([aTicket({ id: 'old' })], true));
    patchTicket(cache, ana, change({ id: 'old', status: 'open', userId: 'ana' }));
    expect(counts()).toEqual({ open: 1, pending: 0 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(0);
  });

  const listed = (status: 'open' | 'pending', tickets: TicketView[], hasMore = true) =>
    cache.setQueryData(keys.list({ ...base, status }), list(tickets, hasMore));
  const accepted = { id: 'raced', status: 'open', userId: 'ana', position: 300 } as const;

  test('a list answered after what was written, the counts before it: they are asked for again', async () => {
    listed('open', [aTicket(accepted)]);
    patchTicket(cache, ana, change(accepted));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(1);
    expect(counts()).toEqual({ open: 5, pending: 5 });
  });

  test('so is an open ticket that knew more than the lists', async () => {
    listed('pending', [aTicket({ ...accepted, id: 'opened', status: 'pending', position: 200 })]);
    cache.setQueryData(keys.ticket('opened'), aTicket({ ...accepted, id: 'opened' }));
    patchTicket(cache, ana, change({ ...accepted, id: 'opened' }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(1);
  });

  test('where both lists are whole they say it', async () => {
    listed('open', [aTicket({ ...accepted, id: 'whole' })], false);
    listed('pending', [], false);
    patchTicket(cache, ana, change({ ...accepted, id: 'whole' }));
    expect(counts()).toEqual({ open: 1, pending: 0 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(0);
  });

  test('the echo of an own answer asks for nothing', async () => {
    listed('open', []);
    listed('pending', [aTicket({ id: 'own', position: 200 })]);
    patchTicket(cache, ana, change({ ...accepted, id: 'own' }));
    patchTicket(cache, ana, change({ ...accepted, id: 'own' }));
    expect(counts()).toEqual({ open: 1, pending: 0 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toBe(0);
  });
});

test('the unread list loses a ticket when it is read, and an older change changes nothing', () => {
  const cache = new QueryClient();
  const unread = { ...base, unread: true } as const;
  cache.setQueryData(keys.list(unread), list([aTicket({ id: 't1', position: 50 })]));
  patchTicket(cache, ana, change({ id: 't1', position: 40, unreadMessages: 0 }));
  expect(cache.getQueryData<ReturnType<typeof list>>(keys.list(unread))?.pages[0]?.tickets).toHaveLength(1);
  patchTicket(cache, ana, change({ id: 't1', position: 60, unreadMessages: 0 }, 'updateUnread'));
  expect(cache.getQueryData<ReturnType<typeof list>>(keys.list(unread))?.pages[0]?.tickets).toEqual([]);
  patchTicket(cache, ana, change({ id: 't2', position: 70, userId: 'bruno', status: 'open' }));
  expect(cache.getQueryData<ReturnType<typeof list>>(keys.list(unread))?.pages[0]?.tickets).toEqual([]);
});

test('the open ticket is not put back by an older change', () => {
  const cache = new QueryClient();
  cache.setQueryData(keys.ticket('t1'), aTicket({ id: 't1', status: 'open', position: 50 }));
  patchTicket(cache, ana, change({ id: 't1', status: 'pending', position: 40 }));
  expect(cache.getQueryData(keys.ticket('t1'))).toMatchObject({ status: 'open', position: 50 });
  patchTicket(cache, ana, change({ id: 't1', status: 'closed', position: 60 }));
  expect(cache.getQueryData(keys.ticket('t1'))).toMatchObject({ status: 'closed', position: 60 });
});

test('a contact is not put back by an older document, neither beside the thread nor in the lists', () => {
  const cache = new QueryClient();
  const contact = (name: string, position: number) =>
    ({ ...aTicket().contact, id: 'c1', name, position }) as ContactView;
  const names = () => [
    cache.getQueryData<ContactView>(keys.contact('c1'))?.name,
    cache.getQueryData<ReturnType<typeof list>>(keys.list(base))?.pages[0]?.tickets[0]?.contact.name,
  ];
  cache.setQueryData(keys.contact('c1'), contact('Helena', 50));
  cache.setQueryData(keys.list(base), list([aTicket({ contactId: 'c1' })]));
  patchContact(cache, contact('Helena Prado', 60));
  expect(names()).toEqual(['Helena Prado', 'Helena Prado']);
  patchContact(cache, contact('Helen', 40));
  expect(names()).toEqual(['Helena Prado', 'Helena Prado']);
});

test('what is said while a thread’s older messages are on their way, or all of it anew, stays on the screen', async () => {
  const cache = new QueryClient();
  const said = (id: string, position: number) =>
    aMessage({ id, position, ticketId: 't1', createdAt: new Date(position * 1_000).toISOString() });
  const old = Array.from({ length: 40 }, (_, index) => said(`old-${index}`, index + 1));
  const recent = Array.from({ length: 40 }, (_, index) => said(`recent-${index}`, index + 100));
  const answers = [
    { messages: recent, hasMore: true, cursors: { before: 100, after: 139 } },
    { messages: old, hasMore: false, cursors: { before: 1, after: 40 } },
  ];
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const observer = new InfiniteQueryObserver<MessagePage, Error, MessagePages, readonly unknown[], Before>(
    cache,
    {
      queryKey: keys.thread('t1'),
      queryFn: async ({ pageParam }) => {
        await gate.promise;
        return answers[pageParam === undefined ? 0 : 1]!;
      },
      initialPageParam: undefined,
      getNextPageParam: olderPage,
    },
  );
  const stop = observer.subscribe(() => undefined);
  const shown = () => messagesOf(cache.getQueryData<MessagePages>(keys.thread('t1'))).map(({ id }) => id);
  const tell = (id: string, position: number) => {
    const document = said(id, position);
    patchMessage(cache, { channel: 'x', action: 'new-message', id, document, position });
  };
  await expect.poll(shown).toHaveLength(40);
  gate = Promise.withResolvers();
  void observer.fetchNextPage();
  tell('urgent', 500);
  gate.resolve();
  await expect.poll(() => shown().length).toBeGreaterThan(41);
  expect(shown().at(-1)).toBe('urgent');
  answers[0] = { ...answers[0]!, messages: [...recent.slice(1), said('urgent', 500)] };
  gate = Promise.withResolvers();
  const again = observer.refetch();
  tell('more', 501);
  gate.resolve();
  await again;
  expect(shown().slice(-2)).toEqual(['urgent', 'more']);
  stop();
});
