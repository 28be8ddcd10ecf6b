import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let agent: typeof admin;
let context: Context;
let userId = '';
const queueId = uuidv7();
const otherQueueId = uuidv7();
const connectionId = uuidv7();
const ticketIds: string[] = [];

beforeAll(async () => {
  api = await startTestApi();
  const { companyId, email } = await api.company('Ours');
  admin = await api.signIn(email);
  context = { companyId, actor: { kind: 'user', id: uuidv7(), name: 'Ana' } };
  for (const [id, name, color] of [
    [queueId, 'Suporte', '#4073d4'],
    [otherQueueId, 'Vendas', '#4073d5'],
  ] as const)
    await api.desk.records('queue').create(context, { id, name, color });
  await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
  const agentEmail = `agent-${companyId}@example.org`;
  ({ userId } = await api.desk.users.create(context, {
    ...{ name: 'Bruno', email: agentEmail, profile: 'user', queueIds: [queueId] },
    passwordHash: await hashPassword(password),
  }));
  for (const number of ['5511955500301', '5511955500302', '5511955500303']) {
    const { contactId } = await api.desk.contacts.ensure(context, { numbers: [number], name: number });
    for (const body of ['um', 'dois', 'três']) {
      const { ticketId } = await api.desk.tickets.receive(context, {
        ...{ connectionId, queueId, contactId, externalId: `${number} ${body}`, fromMe: false, body },
        ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
        ...(body === 'três' && { quotedExternalId: `${number} um` }),
      });
      if (!ticketIds.includes(ticketId)) ticketIds.push(ticketId);
    }
  }
  const tag = await api.desk.records('tag').create(context, { name: 'VIP', color: '#112233' });
  await api.desk.tickets.setFields(context, { ticketId: ticketIds[0]!, tagIds: [tag.id] });
  for (const note of ['primeira', 'segunda'])
    await api.desk.tickets.addNote(context, { ticketId: ticketIds[0]!, note });
  await api.desk.tickets.addNote(context, { ticketId: ticketIds[1]!, note: 'de outro' });
  await api.reached((await api.desk.tickets.markUnread(context, { ticketId: ticketIds[0]! })).position);
  agent = await api.signIn(agentEmail);
}, 60_000);
afterAll(() => api.close());

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: readonly { message: string; path?: unknown[]; extensions: Record<string, unknown> }[];
}
async function ask(query: string, variables?: object, headers: Record<string, string> = admin) {
  const payload = { query, ...(variables && { variables }) };
  const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload });
  const { data, errors } = answer.json<Answer>();
  return { status: answer.statusCode, data, errors, codes: errors?.map(({ extensions }) => extensions.code) };
}
const rest = async (url: string, headers = admin) => (await api.app.inject({ url, headers })).json();

it('a ticket is what REST answers, with its contact, queue, connection, tags, a page of messages and its notes', async () => {
  const { data, errors } = await ask(
    `query One($id: ID!) {
      ticket(id: $id) {
        id status unreadMessages whatsappId position
        contact { id name number extraInfo { id name value } }
        queue { id name color } user { id name } whatsapp { id name channel status } tags { id name color }
        messages(first: 2) {
          messages { id body fromMe createdAt quotedMsg { id } contact { id name } position }
          hasMore count cursors { before after }
        }
        notes { id note user { id name } createdAt }
      }
    }`,
    { id: ticketIds[0] },
  );
  expect(errors).toBeUndefined();
  const ticket = data?.ticket as { messages: { messages: object[] }; notes: object[] };
  const view = await rest(`/api/tickets/${ticketIds[0]}`);
  const { messages, notes, ...fields } = ticket;
  expect(view).toMatchObject(fields);
  expect(fields).toMatchObject({
    queue: { name: 'Suporte' },
    whatsapp: { name: 'Loja' },
    tags: [{ name: 'VIP' }],
  });
  const thread = await rest(`/api/messages/${ticketIds[0]}`);
  expect(thread.messages.slice(-2)).toMatchObject(messages.messages);
  expect(messages).toMatchObject({ hasMore: true, count: 3, cursors: { after: thread.cursors.after } });
  const { before } = (messages as unknown as { cursors: { before: number } }).cursors;
  const older = await ask(
    `{ ticket(id: "${ticketIds[0]}") { messages(before: "${before}") { hasMore messages { body } } } }`,
  );
  expect(older.data).toEqual({ ticket: { messages: { hasMore: false, messages: [{ body: 'um' }] } } });
  expect(await rest(`/api/ticket-notes/list?ticketId=${ticketIds[0]}`)).toMatchObject(notes);
  expect(notes).toMatchObject([{ note: 'primeira' }, { note: 'segunda' }]);
});

it('a list takes the parameters of REST and gives its pages', async () => {
  const list = async (args: string) =>
    (await ask(`{ tickets(${args}) { count hasMore tickets { id } } }`)).data?.tickets as {
      count: number;
      tickets: { id: string }[];
    };
  const ids = async (url: string) =>
    (await rest(url)).tickets.map(({ id }: { id: string }) => id) as string[];
  const all = await ids('/api/tickets?status=pending&showAll=true');
  expect(all).toHaveLength(3);
  expect((await list('status: pending, showAll: true')).tickets.map(({ id }) => id)).toEqual(all);
  expect(await list(`showAll: true, queueIds: ["${otherQueueId}"]`)).toMatchObject({ count: 0, tickets: [] });
  expect(await list('showAll: true, queueIds: [null], status: pending')).toMatchObject({ count: 0 });
  expect(await list('status: pending, showAll: true, first: 2')).toEqual({
    ...{ count: 3, hasMore: true },
    tickets: all.slice(0, 2).map((id) => ({ id })),
  });
  expect(await list('status: pending, showAll: true, first: 2, pageNumber: 2')).toEqual({
    ...{ count: 3, hasMore: false },
    tickets: all.slice(2).map((id) => ({ id })),
  });
  const matches = await ask(
    '{ tickets(showAll: true, searchIn: messages, searchParam: "dois") { tickets { id match { body } } } }',
  );
  expect(matches.data?.tickets).toMatchObject({
    tickets: [1, 2, 3].map(() => ({ match: { body: 'dois' } })),
  });
});

it('messages of a page of tickets are each ticket’s own, and what they name is read once for all', async () => {
  const { forCompany } = api.readStore;
  const joined: number[] = [];
  const spy = vi.spyOn(api.readStore, 'forCompany').mockImplementation((companyId) => {
    const reader = forCompany(companyId);
    const getMany: typeof reader.getMany = (collection, ids) => {
      if (collection === 'messages') joined.push(ids.length);
      return reader.getMany(collection, ids);
    };
    return { ...reader, getMany };
  });
  const { data } = await ask(
    '{ tickets(first: 3, status: pending, showAll: true) { tickets { id messages(first: 1) { messages { ticketId body quotedMsg { body } } } notes { note } } } }',
  );
  spy.mockRestore();
  expect(joined).toEqual([3]);
  const { tickets } = data!.tickets as { tickets: { id: string; messages: unknown; notes: unknown[] }[] };
  for (const { id, messages } of tickets)
    expect(messages).toEqual({ messages: [{ ticketId: id, body: 'três', quotedMsg: { body: 'um' } }] });
  expect(tickets.map(({ id, notes }) => [id, notes.length]).sort()).toEqual(
    ticketIds.map((id, at) => [id, [2, 1, 0][at]]).sort(),
  );
});

it('a number asked for under many names is looked up once', async () => {
  const { forCompany } = api.readStore;
  let counted = 0;
  const spy = vi.spyOn(api.readStore, 'forCompany').mockImplementation((companyId) => {
    const reader = forCompany(companyId);
    const count: typeof reader.count = (collection, query) => {
      if (collection === 'messages') counted++;
      return reader.count(collection, query);
    };
    return { ...reader, count };
  });
  const names = Array.from({ length: 50 }, (_, at) => `n${at}: count`).join(' ');
  const { data } = await ask(`{ ticket(id: "${ticketIds[0]}") { messages(first: 1) { ${names} } } }`);
  spy.mockRestore();
  expect(data).toMatchObject({ ticket: { messages: { n0: 3, n49: 3 } } });
  expect(counted).toBe(1);
});

it('what is not valid is refused with its field, as REST does', async () => {
  for (const [query, errors] of [
    ['{ ticket(id: "../x") { id } }', { id: 'invalid' }],
    ['{ tickets(date: "yesterday") { count } }', { date: 'invalid' }],
    ['{ tickets(first: 0) { count } }', { first: 'tooShort' }],
    ['{ tickets(first: 41) { count } }', { first: 'tooLong' }],
  ] as const) {
    const answer = await ask(query);
    expect(answer.errors?.[0]?.extensions, query).toEqual({ code: 'ERR_VALIDATION', errors });
  }
  const one = `{ ticket(id: "${ticketIds[0]}") { id messages(before: "nothing") { count } } }`;
  const { data, codes } = await ask(one);
  expect([data, codes]).toEqual([{ ticket: null }, ['ERR_NO_MESSAGE_FOUND']]);
});

it('a document that is wrong, too deep, too long, or asks what is inside is refused with a code', async () => {
  const deep = (levels: number) => `{ ${'... { '.repeat(levels)} version ${'} '.repeat(levels)} }`;
  expect((await ask(deep(8))).data).toEqual({ version: '0.0.0' });
  for (const query of [
    '{ nothing }',
    '{',
    deep(12),
    `{ ${'version '.repeat(1_001)} }`,
    '{ __schema { types { name } } }',
    '{ __type(name: "Ticket") { name } }',
    'subscription { changes(channels: []) { seq } }',
    'query A { version } query B { version }',
  ]) {
    const { status, data, codes } = await ask(query);
    expect([status, data, codes?.every((code) => code === 'ERR_VALIDATION')], query).toEqual([
      400,
      null,
      true,
    ]);
  }
  const long = await ask(`{ version } # ${'x'.repeat(70_000)}`);
  expect([long.status, long.codes]).toEqual([413, ['ERR_TOO_LARGE']]);
});

it('a query that could bring more than anybody shows is refused before anything is read, however it is written', async () => {
  const forCompany = vi.spyOn(api.readStore, 'forCompany');
  const page = 'tickets { id messages { messages { id body createdAt user { id name } } } }';
  const aliases = Array.from({ length: 60 }, (_, at) => `a${at}: tickets { count tickets { id protocol } }`);
  const search = 'tickets(searchParam: "oi", searchIn: messages) { hasMore }';
  for (const [query, variables] of [
    [`{ tickets { ${page} } }`],
    [
      'query($n: Int) { tickets(first: $n) { tickets { id messages(first: $n) { messages { id body fromMe createdAt } } } } }',
      { n: 40 },
    ],
    [`{ ${aliases.join(' ')} }`],
    [`{ ${Array.from({ length: 6 }, (_, at) => `a${at}: ${search}`).join(' ')} }`],
    [`{ tickets { ...p } } fragment p on TicketPage { ...q ...q } fragment q on TicketPage { ${page} }`],
  ] as const) {
    const before = forCompany.mock.calls.length;
    const { status, data, errors } = await ask(query, variables);
    expect([status, data, errors?.[0]?.extensions], query).toEqual([
      ...[413, null],
      { code: 'ERR_TOO_LARGE', details: { most: 10_000 } },
    ]);
    // The request's own reader, which is made with its session.
    expect(forCompany.mock.calls.length - before).toBeLessThanOrEqual(1);
  }
  forCompany.mockRestore();
  const less = await ask(
    'query($n: Int) { tickets(first: $n) { tickets { id messages(first: $n) { messages { id body fromMe createdAt } } } } }',
    { n: 5 },
  );
  expect(less.errors).toBeUndefined();
});

it('strangers get the version and no more; a token that is no good is refused, not overlooked', async () => {
  expect((await ask('{ version }', undefined, {})).data).toEqual({ version: '0.0.0' });
  const stranger = await ask(`{ version ticket(id: "${ticketIds[0]}") { id } }`, undefined, {});
  expect([stranger.data, stranger.codes]).toEqual([{ version: '0.0.0', ticket: null }, ['ERR_NO_SESSION']]);
  const bad = await ask('{ version }', undefined, { authorization: 'Bearer nonsense' });
  expect([bad.status, bad.data, bad.codes]).toEqual([401, null, ['ERR_NO_SESSION']]);
});

it('rights hold as they are now: a queue taken away, and a session that has ended, hold for the very next query', async () => {
  const both = `{ ticket(id: "${ticketIds[0]}") { id } tickets(status: pending) { count } }`;
  expect((await ask(both, undefined, agent)).data).toEqual({
    ticket: { id: ticketIds[0] },
    tickets: { count: 3 },
  });
  const { position } = await api.desk.users.update(context, { userId, queueIds: [otherQueueId] });
  await api.reached(position);
  await expect
    .poll(async () => (await ask(both, undefined, agent)).data)
    .toEqual({ ticket: null, tickets: { count: 0 } });
  expect((await ask(both, undefined, agent)).codes).toEqual(['ERR_NO_PERMISSION']);
  await api.app.inject({ method: 'DELETE', url: '/api/auth/logout', headers: agent });
  const ended = await ask(both, undefined, agent);
  expect([ended.status, ended.data, ended.codes]).toEqual([401, null, ['ERR_NO_SESSION']]);
});

it('its language is published, and says what REST says', async () => {
  const { statusCode, body } = await api.app.inject({ url: '/api/docs/schema.graphql' });
  expect(statusCode).toBe(200);
  expect(body).toMatch(/type Ticket \{[^}]*\bcontact: TicketContact!/);
  expect(body).toMatch(/enum TicketStatus \{\s+pending\s+open\s+closed\s+\}/);
});
