import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { pageSize } from './list.ts';

describe('the edges of the list of tickets', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let admin: { authorization: string };
  let companyId = '';
  const connectionId = uuidv7();
  let made = 0;
  beforeAll(async () => {
    api = await startTestApi();
    const company = await api.company('Ours');
    companyId = company.companyId;
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    admin = await api.signIn(company.email);
  });
  afterAll(() => api.close());

  /** A ticket opened at an instant. */
  const ticket = async (name: string, at: string) => {
    made += 1;
    const context: Context = { companyId, actor: { kind: 'system', id: 'test' }, at };
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: [`55119${60_000_000 + made}`],
      name,
    });
    const outcome = await api.desk.tickets.receive(context, {
      connectionId,
      queueId: null,
      contactId,
      externalId: `E${made}`,
      fromMe: false,
      body: name,
      mediaType: 'chat',
      sentAt: at,
    });
    await api.reached(outcome.position);
    return outcome.ticketId;
  };
  const list = async (query: Record<string, string>) => {
    const answer = await api.app.inject({
      url: '/api/tickets',
      query: { showAll: 'true', ...query },
      headers: admin,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { tickets, count, hasMore } = answer.json<{
      tickets: { id: string; contact: { name: string }; updatedAt: string }[];
      count: number;
      hasMore: boolean;
    }>();
    return { names: tickets.map(({ contact }) => contact.name), tickets, count, hasMore };
  };

  it("a day is the company's day, from its first instant to its last, in its own time zone", async () => {
    // São Paulo is three hours behind UTC.
    await ticket('last of the 9th', '2026-03-10T02:59:59.999Z');
    await ticket('first of the 10th', '2026-03-10T03:00:00.000Z');
    await ticket('last of the 10th', '2026-03-11T02:59:59.999Z');
    await ticket('first of the 11th', '2026-03-11T03:00:00.000Z');
    expect((await list({ date: '2026-03-10' })).names.sort()).toEqual([
      'first of the 10th',
      'last of the 10th',
    ]);
    expect((await list({ date: '2026-03-09' })).names).toEqual(['last of the 9th']);
    expect((await list({ date: '2026-03-12' })).names).toEqual([]);
    expect((await list({ date: '' })).count).toBe(4);
  });

  it('updatedAt is the day of the last change, which is another than that of the first message', async () => {
    const ticketId = await ticket('of the 20th', '2026-03-20T15:00:00.000Z');
    expect((await list({ updatedAt: '2026-03-20' })).names).toEqual(['of the 20th']);
    const context: Context = {
      companyId,
      actor: { kind: 'system', id: 'test' },
      at: '2026-03-25T15:00:00.000Z',
    };
    await api.reached((await api.desk.tickets.resolve(context, { ticketId })).position);
    expect((await list({ updatedAt: '2026-03-20' })).names).toEqual([]);
    expect((await list({ updatedAt: '2026-03-25' })).names).toEqual(['of the 20th']);
    expect((await list({ date: '2026-03-20' })).names).toEqual(['of the 20th']);
    expect((await list({ date: '2026-03-20', updatedAt: '2026-03-20' })).names).toEqual([]);
  });

  it('a ticket whose messages were read is no longer among the unread', async () => {
    const ticketId = await ticket('unread', '2026-04-01T15:00:00.000Z');
    const unread = async () => (await list({ withUnreadMessages: 'true', date: '2026-04-01' })).names;
    expect(await unread()).toEqual(['unread']);
    expect((await list({ withUnreadMessages: 'false', date: '2026-04-01' })).names).toEqual(['unread']);
    const call = (method: 'PUT' | 'POST', url: string, payload?: object) =>
      api.app.inject({ method, url, headers: admin, ...(payload && { payload }) });
    expect((await call('PUT', `/api/tickets/${ticketId}`, { status: 'open' })).statusCode).toBe(200);
    expect((await call('POST', `/api/tickets/${ticketId}/read`)).statusCode).toBe(200);
    expect(await unread()).toEqual([]);
    expect((await list({ withUnreadMessages: '0', date: '2026-04-01' })).names).toEqual(['unread']);
  });

  it('pages are whole: nothing twice, nothing left out, and only the last says that there is no more', async () => {
    const total = pageSize + 5;
    for (let turn = 0; turn < total; turn++) await ticket(`page ${turn}`, '2026-05-05T15:00:00.000Z');
    const pages = [];
    for (const pageNumber of ['1', '2', '3']) pages.push(await list({ date: '2026-05-05', pageNumber }));
    expect(pages.map(({ names }) => names.length)).toEqual([pageSize, 5, 0]);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false, false]);
    expect(pages.map(({ count }) => count)).toEqual([total, total, total]);
    const all = pages.flatMap(({ names }) => names);
    expect(new Set(all).size).toBe(total);
    const times = pages.flatMap(({ tickets }) => tickets.map(({ updatedAt }) => updatedAt));
    expect(times).toEqual([...times].sort().reverse());
  });

  it('exactly one page has no more', async () => {
    for (let turn = 0; turn < pageSize; turn++) await ticket(`whole ${turn}`, '2026-06-06T15:00:00.000Z');
    const { names, hasMore, count } = await list({ date: '2026-06-06' });
    expect([names.length, hasMore, count]).toEqual([pageSize, false, pageSize]);
  });

  it.each([
    ['date', '2026-02-30'],
    ['date', '10/03/2026'],
    ['date', '2026-03-10T00:00:00Z'],
    ['date', '0000-00-00'],
    ['updatedAt', 'today'],
    ['updatedAt', '2026-3-1'],
    ['withUnreadMessages', 'yes'],
    ['showAll', '2'],
    ['pageNumber', '0'],
    ['pageNumber', '1.5'],
    ['pageNumber', '1e300'],
    ['pageNumber', 'NaN'],
    ['pageNumber', '100001'],
    ['sort', 'random'],
    ['searchIn', 'passwords'],
    ['searchParam', 'x'.repeat(201)],
    ['tags', '["../x"]'],
    ['users', '[null]'],
    ['queueIds', `[${'"a",'.repeat(500)}"a"]`],
    ['contactId', '../x'],
  ])('%s=%s is refused and named', async (parameter, value) => {
    const answer = await api.app.inject({
      url: '/api/tickets',
      query: { [parameter]: value },
      headers: admin,
    });
    expect(answer.statusCode, answer.body).toBe(400);
    const { errors } = answer.json<{ errors: Record<string, string> }>();
    expect(Object.keys(errors).map((name) => name.split('.')[0])).toEqual([parameter]);
  });

  it.each(['0001-01-01', '9999-12-31'])('a day as far off as %s is no failure', async (date) => {
    expect((await list({ date })).names).toEqual([]);
  });
});
