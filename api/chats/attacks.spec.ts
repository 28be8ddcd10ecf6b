import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChatMessageView, ChatView } from '../../contract/chat.ts';
import { longestChatMessage, mostMembers } from '../../domain/chat/limits.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { givePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

type Api = Awaited<ReturnType<typeof startTestApi>>;
type Who = 'ana' | 'bruno' | 'carla';
const people = ['ana', 'bruno', 'carla'] as const;
let one: Api;
let other: Api;
let companyId = '';
const header = {} as Record<Who, { authorization: string }>;
const id = {} as Record<Who, string>;
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });
const liveAt = (api: () => Api) =>
  createWatcher(() => `ws://127.0.0.1:${(api().app.server.address() as AddressInfo).port}/graphql`);
const atOther = liveAt(() => other);

beforeAll(async () => {
  one = await startTestApi();
  other = await startTestApi({ path: one.path });
  for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
  ({ companyId } = await one.company('Ours'));
  const passwordHash = await hashPassword('correct horse 42');
  for (const name of people) {
    const person = {
      name,
      email: `${name}-${companyId}@example.org`,
      profile: 'user' as const,
      queueIds: [],
    };
    id[name] = (await one.desk.users.create(context(), { ...person, passwordHash })).userId;
  }
  const { position } = await givePlan(one.desk, context(), {});
  for (const api of [one, other]) await api.reached(position);
  for (const name of people) header[name] = await one.signIn(`${name}-${companyId}@example.org`);
}, 60_000);
afterEach(atOther.close);
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const ask = async (
  api: Api,
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
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
};
const open = async (title: string, users: readonly string[]): Promise<ChatView> =>
  (await ask(one, 'ana', 'POST', '', { title, users })).body;
const unreads = async (api: Api, who: Who, chat: ChatView) =>
  ((await ask(api, who, 'GET', `/${chat.id}`)).body as ChatView).users.find(
    ({ userId }) => userId === id[who],
  )?.unreads;

it('what two processes say into one chat at once is all there once, in one order, and counted by both', async () => {
  const chat = await open('Ao mesmo tempo', [id.bruno, id.carla]);
  const times = 20;
  const saying = Array.from({ length: times }, (_, at) => [
    ask(one, 'ana', 'POST', `/${chat.id}/messages`, { message: `a${at}` }),
    ask(other, 'bruno', 'POST', `/${chat.id}/messages`, { message: `b${at}` }),
  ]).flat();
  expect(new Set((await Promise.all(saying)).map(({ status }) => status))).toEqual(new Set([201]));
  const wanted = Array.from({ length: times }, (_, at) => [`a${at}`, `b${at}`])
    .flat()
    .toSorted();
  const head = await one.events.head();
  const orders: string[] = [];
  const talkers: string[] = [];
  for (const api of [one, other]) {
    await api.reached(head);
    const { records } = (await ask(api, 'ana', 'GET', `/${chat.id}/messages`)).body as {
      records: ChatMessageView[];
    };
    expect(records.map(({ message }) => message).toSorted()).toEqual(wanted);
    expect(new Set(records.map(({ order }) => order)).size).toBe(2 * times);
    orders.push(records.map(({ message }) => message).join());
    // Who only listens has all of it to read; who talks has read what stood before.
    expect(await unreads(api, 'carla', chat)).toBe(2 * times);
    talkers.push(`${await unreads(api, 'ana', chat)} ${await unreads(api, 'bruno', chat)}`);
  }
  expect([orders[0], talkers[0]]).toEqual([orders[1], talkers[1]]);
  // Read at one, known at the other; and the same words asked of both under one id are said once.
  expect((await ask(other, 'carla', 'POST', `/${chat.id}/read`, {})).status).toBe(200);
  await one.reached(await one.events.head());
  expect(await unreads(one, 'carla', chat)).toBe(0);
  const messageId = uuidv7();
  const twice = [one, other].map((api) =>
    ask(api, 'ana', 'POST', `/${chat.id}/messages`, { message: 'uma vez', id: messageId }),
  );
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([201, 201]);
  for (const api of [one, other]) await api.reached(await one.events.head());
  expect(await unreads(other, 'carla', chat)).toBe(1);
});

it('who is taken out at one process hears nothing more on an open line to the other, and reads and says nothing', async () => {
  const chat = await open('Só nós', [id.bruno, id.carla]);
  await other.reached(await one.events.head());
  const channels = [`company-${companyId}-chat`, `company-${companyId}-chatMessage`];
  const watching = {
    bruno: await atOther.watch(header.bruno.authorization.slice(7), channels),
    carla: await atOther.watch(header.carla.authorization.slice(7), channels),
  };
  expect((await ask(one, 'ana', 'PUT', `/${chat.id}`, { title: 'Só nós', users: [id.bruno] })).status).toBe(
    200,
  );
  // At once: nobody waits for the lines of the other process.
  await ask(one, 'ana', 'POST', `/${chat.id}/messages`, { message: 'segredo' });
  await ask(one, 'ana', 'POST', `/${chat.id}/typing`);
  const heard = (who: 'bruno' | 'carla') => JSON.stringify(watching[who].items);
  await expect.poll(() => heard('bruno')).toContain('segredo');
  await expect.poll(() => watching.carla.items.at(-1)).toMatchObject({ action: 'delete', id: chat.id });
  expect(heard('carla')).not.toMatch(/segredo|typing/);
  await other.reached(await one.events.head());
  for (const [method, path, payload] of [
    ['GET', ''],
    ['GET', '/messages'],
    ['POST', '/messages', { message: 'ainda aqui' }],
    ['POST', '/read', {}],
    ['POST', '/typing'],
    ['PUT', '', { title: 'meu', users: [id.carla] }],
    ['DELETE', ''],
  ] as const)
    for (const api of [one, other])
      expect(
        (await ask(api, 'carla', method, `/${chat.id}${path}`, payload)).status,
        `${method} ${path}`,
      ).toBe(404);
  // Whoever connects anew and asks for what was missed is told nothing of it either.
  const again = await atOther.watch(header.carla.authorization.slice(7), channels, '0');
  await ask(one, 'ana', 'POST', `/${chat.id}/messages`, { message: 'segredo dois' });
  await expect.poll(() => heard('bruno')).toContain('segredo dois');
  expect(JSON.stringify(again.items)).not.toContain('segredo');
});

it('giant, empty and forged input is refused at its field, and says nothing in another’s name', async () => {
  const chat = await open('Forja', [id.bruno]);
  const say = (payload: object) => ask(one, 'ana', 'POST', `/${chat.id}/messages`, payload);
  for (const message of ['', ' \n ', 'x'.repeat(longestChatMessage + 1), 'x'.repeat(900_000), 7, null, ['a']])
    expect((await say({ message } as object)).status, String(message).slice(0, 10)).toBe(400);
  expect((await say({ message: 'x'.repeat(2_000_000) })).status).toBe(413);
  const forged = {
    message: 'oi',
    userId: id.bruno,
    senderId: id.bruno,
    chatId: 'outro',
    userIds: [id.carla],
    order: 1,
  };
  expect((await say(forged)).body).toMatchObject({ senderId: id.ana, chatId: chat.id });
  const longest = 'é'.repeat(longestChatMessage);
  expect((await say({ message: longest })).body).toMatchObject({ message: longest });
  const marked = '<img src=x onerror=alert(1)> \u202egnp.exe \u0000 {{name}}';
  expect([201, 400]).toContain((await say({ message: marked })).status);
  for (const users of [
    [uuidv7()],
    [companyId],
    Array.from({ length: mostMembers + 1 }, () => uuidv7()),
    [{ id: id.bruno, extra: { id: id.carla } }, { id: '../../x' }],
  ])
    expect((await ask(one, 'ana', 'POST', '', { title: 'x', users })).status).toBe(400);
  for (const path of ['/..%2Fusers', '/%00', `/${'x'.repeat(150)}`, '/none/messages'])
    expect((await ask(one, 'ana', 'GET', path)).status, path).toBeGreaterThanOrEqual(400);
});

it('who is deleted falls silent at once; what they said stays, under no name, and a deleted company’s chats are out of reach', async () => {
  const chat = await open('Despedida', [id.bruno, id.carla]);
  await ask(one, 'carla', 'POST', `/${chat.id}/messages`, { message: 'até logo' });
  const watching = await atOther.watch(header.carla.authorization.slice(7), [
    `company-${companyId}-chatMessage`,
  ]);
  const gone = await one.desk.users.delete(context(), { userId: id.carla });
  for (const api of [one, other]) await api.reached(gone.position);
  await expect.poll(() => watching.closes.length + watching.errors.length).toBeGreaterThan(0);
  const before = watching.items.length;
  await ask(one, 'ana', 'POST', `/${chat.id}/messages`, { message: 'sem ela' });
  for (const api of [one, other])
    expect((await ask(api, 'carla', 'POST', `/${chat.id}/messages`, { message: 'x' })).status).toBe(401);
  const { records } = (await ask(one, 'bruno', 'GET', `/${chat.id}/messages`)).body as {
    records: ChatMessageView[];
  };
  expect(records.map(({ message, sender }) => [message, sender?.name ?? null])).toEqual([
    ['até logo', null],
    ['sem ela', 'ana'],
  ]);
  expect(watching.items.length).toBe(before);

  const deleted = await one.desk.companies.remove(context());
  for (const api of [one, other]) await api.reached(deleted.position);
  for (const api of [one, other])
    for (const who of ['ana', 'bruno'] as const)
      await expect.poll(async () => (await ask(api, who, 'GET')).status).toBe(401);
});
