import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import { projections } from '../../projections/index.ts';
import type { StoredDocument } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { createInMemoryReadStore } from '../../testing/in-memory/read-store.ts';
import { createNames } from '../names/names.ts';
import { boardJson } from './cards.ts';

const companyId = newId();
const board = { where: { status: { in: ['open', 'pending'] }, queueId: { in: ['support'] } } };

const ticket = (n: number, queueId = 'support') =>
  ({
    ...{ id: newId(), companyId, position: n + 1, protocol: `P${n}`, status: 'open', queueId, userId: null },
    ...{
      contactId: 'c',
      connectionId: 'w',
      tagIds: [],
      lastMessage: null,
      unreadMessages: 0,
      isGroup: false,
    },
    ...{ handed: null, waitingSince: null, acceptedBy: null, closedBy: null, previousTicketId: null },
    updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
  }) as unknown as TicketDocument;

async function boardOf(tickets: readonly TicketDocument[]) {
  const store = createInMemoryReadStore({ collections: projections });
  let position = 0;
  const put = (documents: readonly StoredDocument[]) => {
    position += 100_000;
    return store.commit({
      ...{ projector: 'main', fence: 1, position, logId: 'log', notices: [] },
      documents: documents.map((document) => ({
        collection: 'tickets',
        document: { ...document, position: document.position + position },
      })),
    });
  };
  await put(tickets);
  const names = createNames(store);
  const reader = store.forCompany(companyId);
  const ask = async (most: number) => JSON.parse(String(await boardJson({ names, reader }, board, most)));
  return { ask, put };
}

it('the cards of a board are those changed last, as many as it shows, and others are answered while they are made', async () => {
  const tickets = Array.from({ length: 1_000 }, (_, n) => ticket(n));
  const { ask } = await boardOf([...tickets, ticket(1_001, 'sales')]);
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  const { tickets: cards, hasMore } = await ask(900);
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(hasMore).toBe(true);
  const newest = tickets.toReversed().slice(0, 900);
  expect(cards.map(({ id }: { id: string }) => id)).toEqual(newest.map(({ id }) => id));
  expect((await ask(1_000)).hasMore).toBe(false);
});

it('a ticket that leaves the board while its cards are made is on it no more', async () => {
  const tickets = Array.from({ length: 600 }, (_, n) => ticket(n));
  const { ask, put } = await boardOf(tickets);
  const oldest = tickets[0]!;
  const asked = ask(1_000);
  await put([{ ...oldest, queueId: 'sales' } as TicketDocument]);
  const { tickets: cards } = await asked;
  expect(cards).toHaveLength(599);
  expect(cards.map(({ id }: { id: string }) => id)).not.toContain(oldest.id);
});
