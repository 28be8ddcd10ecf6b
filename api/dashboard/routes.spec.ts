import type { AddressInfo } from 'node:net';
import { createClient } from 'graphql-ws';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

interface Dashboard {
  readonly counters: Readonly<Record<string, number>> & {
    readonly previous: Readonly<Record<string, number>>;
  };
  readonly attendants: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly rating: number | null;
  }[];
}

describe('the dashboard', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  let companyId = '';
  const connectionId = uuidv7();
  const [bruno, clara] = [uuidv7(), uuidv7()];
  let written = 0;

  // São Paulo is three hours behind UTC: 02:10 UTC on the 11th is 23:10 on the 10th.
  const at = (instant: string): Context => ({
    ...{ companyId, actor: { kind: 'system', id: 'test' }, at: `2026-03-${instant}.000Z` },
  });
  const later = (instant: string, minutes: number): string =>
    new Date(Date.parse(`2026-03-${instant}.000Z`) + minutes * 60_000).toISOString().slice(8, 19);

  /** A conversation: begun, accepted after `wait` minutes, resolved after `talk` more. */
  const conversation = async (begun: string, userId: string, wait: number, talk: number, more = {}) => {
    written += 1;
    const contact = await api.desk.contacts.ensure(at(begun), {
      numbers: [`55119${String(81_000_000 + written)}`],
      name: `Contato ${written}`,
    });
    const { ticketId } = await api.desk.tickets.receive(at(begun), {
      ...{ connectionId, queueId: null, contactId: contact.contactId, externalId: `E${written}` },
      ...{ fromMe: false, body: 'oi', mediaType: 'chat', sentAt: at(begun).at as string },
    });
    await api.desk.tickets.accept(at(later(begun, wait)), { ticketId, userId });
    const { position } = await api.desk.tickets.resolve(at(later(begun, wait + talk)), {
      ticketId,
      ...more,
    });
    await api.reached(position);
  };

  /** A conversation of no time at all whose contact says what they think of it. */
  const rated = async (begun: string, userId: string, answer: string) => {
    await conversation(begun, userId, 0, 0, { rating: 'Como foi?' });
    const { contactId } = await api.desk.contacts.ensure(at(begun), {
      numbers: [`55119${String(81_000_000 + written)}`],
      name: '',
    });
    const { position } = await api.desk.tickets.receive(at(begun), {
      ...{ connectionId, queueId: null, contactId, externalId: `R${written}` },
      ...{ fromMe: false, body: answer, mediaType: 'chat', sentAt: at(begun).at as string },
    });
    await api.reached(position);
  };

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const company = await api.company('Ours');
    ({ companyId } = company);
    const passwordHash = await hashPassword('correct horse 42');
    const user = (userId: string, name: string, more: object) =>
      api.desk.users.create(at('01T00:00:00'), {
        ...{
          userId,
          name,
          email: `${name}-${companyId}@example.org`,
          profile: 'user',
          passwordHash,
          ...more,
        },
      });
    await user(bruno, 'Bruno', {});
    await user(clara, 'Clara', { profile: 'admin', super: true });
    await api.desk.connections.create(at('01T00:00:00'), {
      ...{ connectionId, name: 'Loja', channel: 'simulator' },
    });
    await conversation('10T12:00:00', bruno, 10, 30);
    await conversation('11T02:10:00', bruno, 20, 10);
    await conversation('12T15:00:00', clara, 30, 20);
    await rated('20T16:00:00', clara, '3');
    await rated('20T17:00:00', clara, '2');
    await rated('20T18:00:00', clara, '2');
    headers = await api.signIn(company.email);
  }, 60_000);
  afterAll(() => api.close());

  const get = async <T>(url: string, as = headers) => {
    const answer = await api.app.inject({ url: `/api/dashboard${url}`, headers: as });
    return { status: answer.statusCode, body: answer.json<T>() };
  };

  it('adds up whole days of the company’s time zone and compares them with as many before', async () => {
    const tenth = await get<Dashboard>('?date_from=2026-03-10&date_to=2026-03-10');
    expect(tenth.body.counters).toMatchObject({
      ...{ supportFinished: 2, leads: 2, avgSupportTime: 20, avgWaitTime: 15 },
      previous: { supportFinished: 0, leads: 0, avgSupportTime: 0, avgWaitTime: 0 },
    });
    const both = await get<Dashboard>('?date_from=2026-03-11&date_to=2026-03-12');
    expect(both.body.counters).toMatchObject({
      ...{ supportFinished: 1, avgSupportTime: 20, avgWaitTime: 30 },
      previous: { supportFinished: 2, avgWaitTime: 15 },
    });
  });

  it('lists everyone with what came to them, most first', async () => {
    const { body } = await get<Dashboard>('?date_from=2026-03-10&date_to=2026-03-12');
    expect(body.attendants).toMatchObject([
      { name: 'Bruno', conversations: 2, avgSupportTime: 20, rating: null, online: false },
      { name: 'Clara', conversations: 1, avgSupportTime: 20 },
      { name: 'Ana', conversations: 0, avgSupportTime: 0 },
    ]);
  });

  it('counts the present by what is open now', async () => {
    const { counters } = (await get<Dashboard>('?days=7')).body;
    expect(counters).toMatchObject({ supportHappening: 0, supportPending: 0, supportFinished: 0 });
    expect(counters).not.toHaveProperty('totalCompanies');
    expect(counters).not.toHaveProperty('totalWhatsappSessions');
  });

  it('shows platform numbers to super users only', async () => {
    const asSuper = await api.signIn(`Clara-${companyId}@example.org`.toLowerCase());
    const { counters } = (await get<Dashboard>('?days=7', asSuper)).body;
    expect(counters).toMatchObject({ totalCompanies: 1, totalWhatsappSessions: 0 });
    // The platform's own company is not one of its customers.
    const platform = { ...at('12T12:00:00'), companyId: platformCompanyId };
    const { position } = await api.desk.companies.create(platform, { name: 'Balcão' });
    await api.reached(position);
    expect((await get<Dashboard>('?days=7', asSuper)).body.counters.totalCompanies).toBe(1);
    const ofAdmin = Object.keys((await get<Dashboard>('?days=7')).body.counters);
    expect(ofAdmin.filter((name) => name.startsWith('total'))).toEqual([]);
    const connected = await api.desk.connections.reportStatus(at('12T12:00:00'), {
      ...{ connectionId, status: 'CONNECTED', number: '5511955500142' },
    });
    await api.reached(connected.position);
    expect((await get<Dashboard>('?days=7', asSuper)).body.counters.totalWhatsappSessions).toBe(1);
  });

  it.each([
    ['', 'days'],
    ['?days=0', 'days'],
    ['?days=99999', 'days'],
    ['?date_from=2026-03-10', 'date_to'],
    ['?date_to=2026-03-10', 'date_from'],
    ['?date_from=2026-03-10&date_to=2026-03-09', 'date_to'],
    ['?date_from=2016-03-10&date_to=2026-03-09', 'date_to'],
    ['?date_from=10/03/2026&date_to=2026-03-10', 'date_from'],
    ['/ticketsUsers?initialDate=2026-03-10', 'finalDate'],
    ['/ticketsDay?initialDate=2026-03-10&finalDate=2026-03-01', 'finalDate'],
    ['/ticketsDay?initialDate=2020-03-10&finalDate=2026-03-01', 'finalDate'],
  ])('%j is refused and names %s', async (query, field) => {
    const { status, body } = await get<{ error: string; errors: Record<string, string> }>(query);
    expect(status).toBe(400);
    expect(body.error).toBe('ERR_VALIDATION');
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('says what contacts think of whom, on average, of the days asked for', async () => {
    const ratings = async (day: string) => {
      const { body } = await get<Dashboard>(`?date_from=${day}&date_to=${day}`);
      return Object.fromEntries(body.attendants.map(({ name, rating }) => [name, rating]));
    };
    expect(await ratings('2026-03-20')).toEqual({ Ana: null, Bruno: null, Clara: 2.3 });
    expect(await ratings('2026-03-12')).toEqual({ Ana: null, Bruno: null, Clara: null });
  });

  it('charts conversations by user, by day and, of one day, by hour', async () => {
    const range = 'initialDate=2026-03-09&finalDate=2026-03-12';
    expect((await get(`/ticketsUsers?${range}`)).body).toEqual({
      data: [
        { id: bruno, name: 'Bruno', quantity: 2 },
        { id: clara, name: 'Clara', quantity: 1 },
      ],
      count: 3,
    });
    expect((await get(`/ticketsDay?${range}`)).body).toEqual({
      data: [
        { date: '2026-03-09', total: 0 },
        { date: '2026-03-10', total: 2 },
        { date: '2026-03-11', total: 0 },
        { date: '2026-03-12', total: 1 },
      ],
      count: 3,
    });
    const day = await get<{ data: { hour: string; total: number }[] }>(
      '/ticketsDay?initialDate=2026-03-10&finalDate=2026-03-10',
    );
    expect(day.body.data).toHaveLength(24);
    expect(day.body.data.filter(({ total }) => total > 0)).toEqual([
      { hour: '09', date: '2026-03-10', total: 1 },
      { hour: '23', date: '2026-03-10', total: 1 },
    ]);
  });

  it('calls by their name who is no user any more, for what they did stays counted', async () => {
    const gone = uuidv7();
    await api.desk.users.create(at('01T00:00:00'), {
      ...{ userId: gone, name: 'Davi', email: `davi-${companyId}@example.org`, profile: 'user' },
      passwordHash: await hashPassword('correct horse 42'),
    });
    await conversation('25T12:00:00', gone, 1, 1);
    const { position } = await api.desk.users.delete(at('26T00:00:00'), { userId: gone });
    await api.reached(position);
    await expect
      .poll(async () => (await get('/ticketsUsers?initialDate=2026-03-25&finalDate=2026-03-25')).body)
      .toEqual({ data: [{ id: gone, name: 'Davi', quantity: 1 }], count: 1 });
  });

  it('counts each hour once where days begin at half past one, with the day in which most of it lies', async () => {
    const company = await api.company('Delhi');
    const of = (instant: string): Context => ({ ...at(instant), companyId: company.companyId });
    const zone = await api.app.inject({
      ...{ method: 'PUT', url: `/api/companies/${company.companyId}`, headers: await api.root() },
      payload: { timeZone: 'Asia/Kolkata' },
    });
    expect(zone.statusCode, zone.body).toBe(200);
    // 18:30 UTC is midnight there.
    let position = 0;
    for (const instant of ['09T18:40:00', '10T06:00:00', '10T17:50:00', '10T18:40:00'])
      ({ position } = await api.desk.contacts
        .create(of(instant), { name: 'Asha', number: `55119${instant.replace(/\D/g, '')}` })
        .then(({ contactId }) =>
          api.desk.tickets.receive(of(instant), {
            ...{ connectionId, queueId: null, contactId, externalId: instant, fromMe: false, body: 'oi' },
            ...{ mediaType: 'chat', sentAt: of(instant).at as string },
          }),
        ));
    await api.reached(position);
    const there = await api.signIn(company.email);
    const days = await get('/ticketsDay?initialDate=2026-03-10&finalDate=2026-03-11', there);
    expect(days.body).toEqual({
      data: [
        { date: '2026-03-10', total: 3 },
        { date: '2026-03-11', total: 1 },
      ],
      count: 4,
    });
    const day = await get<{ data: { hour: string; total: number }[]; count: number }>(
      '/ticketsDay?initialDate=2026-03-10&finalDate=2026-03-10',
      there,
    );
    expect(day.body.count).toBe(3);
    expect(day.body.data.flatMap(({ hour, total }) => (total > 0 ? [hour] : []))).toEqual(['00', '12', '23']);
    const { counters } = (await get<Dashboard>('?date_from=2026-03-10&date_to=2026-03-10', there)).body;
    expect([counters.leads, counters.previous.leads]).toEqual([3, 0]);
  });

  it('knows another company’s numbers under no name', async () => {
    const other = await api.signIn((await api.company('Theirs')).email);
    const query = `?initialDate=2026-03-09&finalDate=2026-03-12&companyId=${companyId}`;
    expect((await get(`/ticketsUsers${query}`, other)).body).toEqual({ data: [], count: 0 });
  });

  it('is refused to agents', async () => {
    const agent = await api.signIn(`Bruno-${companyId}@example.org`.toLowerCase());
    expect((await get('?days=7', agent)).status).toBe(403);
    expect((await get('/ticketsDay?initialDate=2026-03-09&finalDate=2026-03-12', agent)).status).toBe(403);
  });

  it('shows who is connected, who says to be away, and who has gone', async () => {
    const agent = await api.signIn(`Bruno-${companyId}@example.org`.toLowerCase());
    const status = async () =>
      (await get<Dashboard>('?days=7')).body.attendants.find(({ id }) => id === bruno)?.status;
    expect(await status()).toBe('offline');
    // Whoever looks is there, connected yet or not.
    const { attendants } = (await get<Dashboard>('?days=7')).body;
    expect(attendants.filter(({ status: seat }) => seat === 'online')).toHaveLength(1);
    const client = createClient({
      url: `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { token: agent.authorization.replace('Bearer ', '') },
    });
    client.subscribe(
      {
        query: 'subscription($c: [String!]!) { changes(channels: $c) { seq items } }',
        variables: { c: [channels.ticket(companyId)] },
      },
      { next: () => {}, error: () => {}, complete: () => {} },
    );
    await expect.poll(status).toBe('online');
    const say = (payload: object) =>
      api.app.inject({ method: 'POST', url: '/api/users/status', headers: agent, payload });
    expect((await say({ status: 'away' })).statusCode).toBe(204);
    expect(await status()).toBe('away');
    // Whoever hands a conversation over sees it too.
    const colleagues = await api.app.inject({ url: '/api/users/list', headers: agent });
    expect(colleagues.json<{ id: string; status: string }[]>().find(({ id }) => id === bruno)?.status).toBe(
      'away',
    );
    expect((await say({ status: 'asleep' })).statusCode).toBe(400);
    await say({ status: 'online' });
    expect(await status()).toBe('online');
    await client.dispose();
    await expect.poll(status).toBe('offline');
  });
});
