import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { Query } from '../../projections/ports/read-store.ts';
import { withTickets } from './with-tickets.ts';

/** A contact's tickets, as they happen to stand in the store, and what the store was asked for. */
async function ask(count: number) {
  const stored = Array.from({ length: count }, (_, at) => ({
    ...{ id: `t${at}`, contactId: 'c1', status: 'closed' },
    updatedAt: new Date(((at * 7) % count) * 1_000).toISOString(),
  }));
  const asked: Query[] = [];
  const find = async (_: string, query: Query) => {
    asked.push(query);
    const rows = query.sort
      ? stored.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      : stored;
    return rows.slice(0, query.limit);
  };
  const session = { userId: 'u', companyId: 'c', profile: 'admin', scope: { queueIds: 'all' } };
  const request = { session, read: { find } } as unknown as Pick<FastifyRequest, 'session' | 'read'>;
  const contact = {
    id: 'c1',
    name: 'Marina',
    number: '1',
    extraInfo: [],
    aliases: [],
  } as unknown as ContactDocument;
  const [found] = await withTickets(request, [contact]);
  return { asked, times: found!.tickets.map(({ updatedAt }) => Date.parse(updatedAt) / 1_000) };
}
const newest = (from: number, count: number) => Array.from({ length: count }, (_, at) => from - at);

it('sorts the tickets of a page here, where they are few', async () => {
  const { asked, times } = await ask(200);
  expect(times).toEqual(newest(199, 200));
  expect(asked.map(({ sort }) => sort)).toEqual([undefined]);
});

it('and has the store choose the newest where there are more', async () => {
  const { asked, times } = await ask(201);
  expect(times).toEqual(newest(200, 200));
  expect(asked.map(({ sort }) => sort)).toEqual([undefined, ['-updatedAt']]);
});
