import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChatMessageView, ChatView } from '../../contract/chat.ts';
import { longestChatMessage } from '../../domain/chat/limits.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { givePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
const live = createWatcher(() => url);
const header = {} as Record<'admin' | 'ana' | 'bruno' | 'carla' | 'other', { authorization: string }>;
type Who = keyof typeof header;
const id = {} as Record<'ana' | 'bruno' | 'carla', string>;
let companyId = '';
let otherCompany = { companyId: '', userId: '' };
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });

interface Refusal {
  readonly error?: string;
  readonly errors?: Readonly<Record<string, string>>;
}
interface List {
  readonly records: readonly ChatView[];
  readonly hasMore: boolean;
  readonly count: number;
  readonly unreads: number;
}
const ask = async <T = ChatView & Refusal>(
  who: Who,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
) => {
  const answer = await api.app.inject({
    method,
    url: `/api/chats${path}`,
    headers: header[who],
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
};
const open = async (who: Who, title: string, users: readonly string[]) => {
  const { status, body } = await ask(who, 'POST', '', { title, users });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const say = async (who: Who, chat: ChatView, message: string, more: object = {}) =>
  ask<ChatMessageView & Refusal>(who, 'POST', `/${chat.id}/messages`, { message, ...more });
const listed = async (who: Who, query = '') => (await ask<List>(who, 'GET', `?${query}`)).body;
const unreadsOf = async (who: Who, chat: ChatView) =>
  (await listed(who)).records
    .find((one) => one.id === chat.id)
    ?.users.find(({ userId }) => userId === id[who as keyof typeof id])?.unreads;
const said = async (who: Who, chat: ChatView, query = '') =>
  (
    await ask<{ records: ChatMessageView[]; hasMore: boolean; count: number }>(
      who,
      'GET',
      `/${chat.id}/messages?${query}`,
    )
  ).body;

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  const ours = await api.company('Ours');
  ({ companyId } = ours);
  const passwordHash = await hashPassword('correct horse 42');
  for (const name of ['ana', 'bruno', 'carla'] as const) {
    const email = `${name}-${companyId}@example.org`;
    const person = { name, email, profile: 'user' as const, queueIds: [], passwordHash };
    id[name] = (await api.desk.users.create(context(), person)).userId;
  }
  await api.reached((await givePlan(api.desk, context(), {})).position);
  for (const name of ['ana', 'bruno', 'carla'] as const)
    header[name] = await api.signIn(`${name}-${companyId}@example.org`);
  header.admin = await api.signIn(ours.email);
  const theirs = await api.company('Theirs');
  const their = { ...context(), companyId: theirs.companyId };
  const theirPerson = { name: 'eva', email: `eva-${companyId}@example.org`, profile: 'user' as const };
  const { userId } = await api.desk.users.create(their, { ...theirPerson, queueIds: [], passwordHash });
  otherCompany = { companyId: theirs.companyId, userId };
  await api.reached((await givePlan(api.desk, their, {})).position);
  header.other = await api.signIn(theirs.email);
}, 30_000);
afterEach(live.close);
afterAll(() => api.close());

it('is opened by its owner with colleagues, and is there for its members alone', async () => {
  const chat = await open('ana', '  Escala  ', [id.bruno]);
  expect(chat).toMatchObject({
    title: 'Escala',
    uuid: chat.id,
    ownerId: id.ana,
    hasOwner: true,
    lastMessage: '',
  });
  expect(chat.users).toEqual([
    { userId: id.ana, unreads: 0, user: { id: id.ana, name: 'ana' } },
    { userId: id.bruno, unreads: 0, user: { id: id.bruno, name: 'bruno' } },
  ]);
  for (const who of ['ana', 'bruno'] as const)
    expect((await listed(who)).records.map((one) => one.id)).toContain(chat.id);
  for (const who of ['carla', 'admin', 'other'] as const) {
    expect((await listed(who)).records.map((one) => one.id)).not.toContain(chat.id);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/messages'],
      ['POST', '/read'],
      ['POST', '/typing'],
      ['DELETE', ''],
    ] as const)
      expect(await ask(who, method, `/${chat.id}${path}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CHAT_FOUND' },
      });
    expect((await say(who, chat, 'oi')).status).toBe(404);
    expect((await ask(who, 'PUT', `/${chat.id}`, { title: 'x', users: [id.carla] })).status).toBe(404);
  }
});

it('says which field is wrong', async () => {
  for (const [given, errors] of [
    [{ title: ' ', users: [id.bruno] }, { title: 'required' }],
    [{ title: 'x'.repeat(101), users: [id.bruno] }, { title: 'tooLong' }],
    [{ title: 'Sozinha', users: [] }, { users: 'required' }],
    [{ title: 'Sozinha', users: [id.ana] }, { users: 'required' }],
    [{ title: 'De fora', users: [otherCompany.userId] }, { users: 'invalid' }],
  ] as const)
    expect(await ask('ana', 'POST', '', given)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', errors },
    });
  const chat = await open('ana', 'Textos', [id.bruno]);
  expect(await say('ana', chat, '   ')).toMatchObject({
    status: 400,
    body: { errors: { message: 'required' } },
  });
  expect(await say('ana', chat, 'x'.repeat(longestChatMessage + 1))).toMatchObject({
    status: 400,
    body: { errors: { message: 'tooLong' } },
  });
  expect((await say('ana', chat, 'x'.repeat(longestChatMessage))).status).toBe(201);
});

it('counts what each member has not read; reading clears the own count, whatever userId says', async () => {
  const chat = await open('ana', 'Contagem', [id.bruno, id.carla]);
  await say('ana', chat, 'um');
  await say('ana', chat, 'dois');
  expect(await unreadsOf('ana', chat)).toBe(0);
  expect(await unreadsOf('bruno', chat)).toBe(2);
  expect((await ask('bruno', 'POST', `/${chat.id}/read`, { userId: id.carla })).status).toBe(200);
  expect(await unreadsOf('bruno', chat)).toBe(0);
  expect(await unreadsOf('carla', chat)).toBe(2);
  expect((await listed('carla')).unreads).toBeGreaterThanOrEqual(2);
  await say('bruno', chat, 'três');
  expect([
    await unreadsOf('ana', chat),
    await unreadsOf('bruno', chat),
    await unreadsOf('carla', chat),
  ]).toEqual([1, 0, 3]);
  expect((await listed('ana')).records[0]).toMatchObject({ id: chat.id, lastMessage: 'três' });
});

it('what came after what was read stays unread', async () => {
  const chat = await open('ana', 'Depois', [id.bruno]);
  await say('ana', chat, 'um');
  const { lastOrder } = (await ask('bruno', 'GET', `/${chat.id}`)).body;
  await say('ana', chat, 'dois');
  const as = { ...context(), actor: { kind: 'user', id: id.bruno } as const };
  const { position } = await api.desk.chats.read(as, { chatId: chat.id, userId: id.bruno, upTo: lastOrder });
  await api.reached(position);
  expect(await unreadsOf('bruno', chat)).toBe(2);
});

it('says a message under one id once, and none in place of another', async () => {
  const chat = await open('ana', 'Uma vez', [id.bruno]);
  const messageId = uuidv7();
  const answers = await Promise.all([1, 2, 3].map(() => say('ana', chat, 'uma só', { id: messageId })));
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual([1, 2, 3].map(() => [201, messageId]));
  expect((await said('bruno', chat)).records.map(({ message }) => message)).toEqual(['uma só']);
  const elsewhere = await open('ana', 'Outra', [id.bruno]);
  const taken = { status: 409, body: { error: 'ERR_ALREADY_EXISTS', errors: { id: 'taken' } } };
  expect(await say('ana', elsewhere, 'outra', { id: messageId })).toMatchObject(taken);
  expect(await say('bruno', chat, 'minha', { id: messageId })).toMatchObject(taken);
  expect((await said('ana', elsewhere)).count).toBe(0);
});

it('gives older messages by pages that do not shift', async () => {
  const chat = await open('ana', 'Longa', [id.bruno]);
  for (let number = 1; number <= 60; number++) await say('ana', chat, `${number}`);
  const latest = await said('bruno', chat);
  expect(latest.records.map(({ message }) => message)).toEqual(
    Array.from({ length: 40 }, (_, at) => `${at + 21}`),
  );
  expect(latest).toMatchObject({ hasMore: true, count: 60 });
  expect(latest.records[0]).toMatchObject({
    ...{ chatId: chat.id, senderId: id.ana, sender: { id: id.ana, name: 'ana' } },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  await say('ana', chat, '61');
  const before = await said('bruno', chat, `before=${latest.records[0]!.order}`);
  expect(before.records.map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, at) => `${at + 1}`),
  );
  expect(before.hasMore).toBe(false);
  expect((await said('bruno', chat, 'pageNumber=2')).records.at(-1)?.message).toBe('21');
});

it('is changed and deleted by its owner alone; of an owner who is gone by any member', async () => {
  const chat = await open('ana', 'Dona', [id.bruno, id.carla]);
  await say('bruno', chat, 'fica');
  const change = { title: 'Nova', users: [{ id: id.bruno }] };
  expect((await ask('bruno', 'PUT', `/${chat.id}`, change)).body.error).toBe('ERR_NO_PERMISSION');
  expect((await ask('bruno', 'DELETE', `/${chat.id}`)).body.error).toBe('ERR_NO_PERMISSION');
  const changed = await ask('ana', 'PUT', `/${chat.id}`, change);
  expect(changed.body).toMatchObject({ title: 'Nova' });
  expect(changed.body.users.map(({ userId }) => userId)).toEqual([id.ana, id.bruno]);
  expect((await ask('carla', 'GET', `/${chat.id}`)).status).toBe(404);
  const passwordHash = await hashPassword('correct horse 42');
  const email = `dora-${companyId}@example.org`;
  const dora = await api.desk.users.create(context(), {
    name: 'dora',
    email,
    profile: 'user',
    queueIds: [],
    passwordHash,
  });
  await api.reached(dora.position);
  const as = { ...context(), actor: { kind: 'user', id: dora.userId } as const };
  const hers = await api.desk.chats.create(as, { title: 'Dela', userIds: [id.bruno], ownerId: dora.userId });
  await api.reached(hers.position);
  await api.reached((await api.desk.users.delete(context(), { userId: dora.userId })).position);
  expect((await ask('bruno', 'GET', `/${hers.chatId}`)).body).toMatchObject({ hasOwner: false });
  expect((await ask('bruno', 'DELETE', `/${hers.chatId}`)).status).toBe(204);
  expect((await ask('ana', 'DELETE', `/${chat.id}`)).status).toBe(204);
  expect((await ask('bruno', 'GET', `/${chat.id}/messages`)).status).toBe(404);
});

it('keeps a colleague who has left where others change it, and takes none in who has', async () => {
  const passwordHash = await hashPassword('correct horse 42');
  const email = `elias-${companyId}@example.org`;
  const elias = await api.desk.users.create(context(), {
    name: 'elias',
    email,
    profile: 'user',
    passwordHash,
  });
  await api.reached(elias.position);
  const chat = await open('ana', 'Estoque', [id.bruno, elias.userId]);
  await api.reached((await api.desk.users.delete(context(), { userId: elias.userId })).position);
  // As the dialog sends them: those who stand in it.
  const users = [id.bruno, elias.userId];
  const renamed = await ask('ana', 'PUT', `/${chat.id}`, { title: 'Depósito', users });
  expect(renamed).toMatchObject({ status: 200, body: { title: 'Depósito' } });
  expect(renamed.body.users.map(({ userId, user }) => [userId, user?.name ?? null])).toEqual([
    [id.ana, 'ana'],
    [id.bruno, 'bruno'],
    [elias.userId, null],
  ]);
  expect((await ask('ana', 'PUT', `/${chat.id}`, { title: 'Depósito', users: [id.bruno] })).status).toBe(200);
  const refusal = { status: 400, body: { errors: { users: 'invalid' } } };
  expect(await ask('ana', 'PUT', `/${chat.id}`, { title: 'Depósito', users })).toMatchObject(refusal);
  expect(await ask('ana', 'POST', '', { title: 'Outra', users })).toMatchObject(refusal);
});

it('tells its members live, and from the moment somebody is taken out, not them', async () => {
  const [chats, messages] = [`company-${companyId}-chat`, `company-${companyId}-chatMessage`];
  const watchers = {
    bruno: await live.watch(header.bruno.authorization.slice(7), [chats, messages]),
    carla: await live.watch(header.carla.authorization.slice(7), [chats, messages]),
    admin: await live.watch(header.admin.authorization.slice(7), [chats, messages]),
  };
  const chat = await open('ana', 'Ao vivo', [id.bruno, id.carla]);
  await say('ana', chat, 'para os dois');
  for (const who of ['bruno', 'carla'] as const) {
    await expect
      .poll(() =>
        watchers[who].items.some(({ document }) => (document as ChatMessageView)?.message === 'para os dois'),
      )
      .toBe(true);
  }
  await ask('ana', 'PUT', `/${chat.id}`, { title: 'Ao vivo', users: [id.bruno] });
  await expect
    .poll(() => watchers.carla.items.at(-1))
    .toMatchObject({ channel: chats, action: 'delete', id: chat.id });
  const seen = watchers.carla.items.length;
  await say('ana', chat, 'só para um');
  expect((await ask('ana', 'POST', `/${chat.id}/typing`)).status).toBe(204);
  await expect
    .poll(() => watchers.bruno.items.some(({ action, id: of }) => action === 'typing' && of === chat.id))
    .toBe(true);
  await expect
    .poll(() =>
      watchers.bruno.items.some(({ document }) => (document as ChatMessageView)?.message === 'só para um'),
    )
    .toBe(true);
  expect(watchers.carla.items.length).toBe(seen);
  expect(watchers.admin.items).toEqual([]);
});

it('of a company whose plan has no chat is out of reach', async () => {
  await api.reached(
    (
      await givePlan(
        api.desk,
        { ...context(), companyId: otherCompany.companyId },
        { useInternalChat: false },
      )
    ).position,
  );
  expect(await ask('other', 'GET')).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } });
});
