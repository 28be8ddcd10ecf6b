import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket as Line } from 'ws';
import { channels } from '../../contract/channels.ts';
import { startTestApi } from '../../testing/api.ts';
import { openRawLine } from '../../testing/live.ts';
import { watchLine } from './line.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
let token = '';
let companyId = '';
beforeAll(async () => {
  api = await startTestApi({ lineIdleMs: 300 });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  const company = await api.company('Ours');
  companyId = company.companyId;
  token = (await api.signIn(company.email)).authorization.replace('Bearer ', '');
});
afterAll(() => api.close());

const line = (protocol?: string) => openRawLine(url, protocol);
const hello = {
  type: 'connection_init',
  payload: {
    get token() {
      return token;
    },
  },
};
const follow = (fields: string, id = '1') => ({
  type: 'subscribe',
  id,
  payload: { query: `subscription { changes(channels: ["${channels.ticket(companyId)}"]) { ${fields} } }` },
});

it('of many subscriptions asked for at once no more stand than one person may have', async () => {
  const client = await line();
  client.say(hello);
  await expect.poll(client.types).toContain('connection_ack');
  for (let at = 0; at < 90; at++) client.say(follow('seq', `s${at}`));
  const answered = () => new Map(client.said.map(({ id, type }) => [id, type]));
  const count = (wanted: string) => [...answered().values()].filter((type) => type === wanted).length;
  await expect.poll(() => count('next') + count('error')).toBe(90);
  expect([count('next'), count('error')]).toEqual([60, 30]);
  client.socket.close();
  await client.closed;
});

it('of many asked for by one person, on whichever lines, four begin at a time; who has all they may reads nothing more', async () => {
  const clients = [await line(), await line()];
  for (const { say, types } of clients) {
    say(hello);
    say(follow('seq', 's0'));
    await expect.poll(types).toContain('next');
  }
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const get = api.state.get.bind(api.state);
  const held = vi.spyOn(api.state, 'get').mockImplementation(async (key) => {
    await gate;
    return get(key);
  });
  const sessionReads = () => held.mock.calls.filter(([key]) => key.startsWith('session/')).length;
  try {
    for (let at = 1; at < 30; at++) for (const { say } of clients) say(follow('seq', `s${at}`));
    await expect.poll(sessionReads).toBe(4);
    // Whatever else was said has been heard by the time that this is answered.
    for (const { say, types } of clients) {
      say({ type: 'ping' });
      await expect.poll(types).toContain('pong');
    }
    expect(sessionReads()).toBe(4);
    open();
    const standing = () =>
      clients.map(({ said }) => new Set(said.flatMap(({ id, type }) => (type === 'next' ? [id] : []))).size);
    await expect.poll(standing, { timeout: 10_000 }).toEqual([30, 30]);
    const before = held.mock.calls.length;
    clients[0]!.say(follow('seq', 'more'));
    await expect.poll(clients[0]!.types).toContain('error');
    expect(held.mock.calls.length).toBe(before);
  } finally {
    open();
    held.mockRestore();
    for (const { socket } of clients) socket.close();
    await Promise.all(clients.map(({ closed }) => closed));
  }
});

it('one that says nothing is closed', async () => {
  expect(await (await line()).closed).toBe(4408);
});

it('one that signs in and follows nothing is closed', async () => {
  const { say, closed } = await line();
  say(hello);
  expect(await closed).toBe(4408);
});

it('one that follows something stays', async () => {
  const { say, said, socket } = await line();
  say(hello);
  await expect.poll(() => said.map(({ type }) => type)).toContain('connection_ack');
  say(follow('seq items'));
  await expect.poll(() => said.map(({ type }) => type)).toContain('next');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.close();
});

it('one that followed something and does no more is closed', async () => {
  const { say, types, closed } = await line();
  say(hello);
  await expect.poll(types).toContain('connection_ack');
  say(follow('seq items'));
  await expect.poll(types).toContain('next');
  say({ type: 'complete', id: '1' });
  expect(await closed).toBe(4408);
});

it('one that says more and more is closed', async () => {
  const { say, closed } = await line();
  say(hello);
  for (let turn = 0; turn < 400; turn++) say(follow('seq', String(turn)));
  expect(await closed).toBe(4429);
});

it('mistakes of whoever is at the other end are no errors of ours, however many they make', async () => {
  const lines: string[] = [];
  const noted = await startTestApi({
    log: pino({ level: 'info' }, { write: (text: string) => lines.push(text) }),
  });
  await noted.app.listen({ port: 0, host: '127.0.0.1' });
  const at = `ws://127.0.0.1:${(noted.app.server.address() as AddressInfo).port}/graphql`;
  const company = await noted.company('Noted');
  const client = await openRawLine(at);
  await client.hello((await noted.signIn(company.email)).authorization.replace('Bearer ', ''));
  for (let turn = 0; turn < 20; turn++) {
    client.follow(['company-x-ticket'], `a${turn}`);
    client.say({ type: 'subscribe', id: `b${turn}`, payload: { query: 'subscription { nothing }' } });
  }
  const nothing = 'subscription { changes(channels: []) @skip(if: true) { seq } }';
  client.say({ type: 'subscribe', id: 'c', payload: { query: nothing } });
  const unsaid = 'subscription($c: [String!]!) { changes(channels: $c) { seq } }';
  client.say({ type: 'subscribe', id: 'd', payload: { query: unsaid, variables: { c: null } } });
  await expect.poll(() => client.types().filter((type) => type === 'error').length).toBe(42);
  const codes = client.said
    .filter(({ type }) => type === 'error')
    .flatMap(({ payload }) => payload as { extensions?: { code?: string } }[])
    .map(({ extensions }) => extensions?.code);
  expect(new Set(codes)).toEqual(new Set(['ERR_NO_PERMISSION', 'ERR_VALIDATION']));
  client.say('null');
  await client.closed;
  // What only servers say.
  const second = await openRawLine(at);
  second.say({ type: 'next', id: 'a', payload: {} });
  expect(await second.closed).toBe(4400);
  await noted.app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ nothing }' } });
  await noted.close();
  expect(lines.filter((text) => JSON.parse(text).level >= 30 && !/listening|"security"/.test(text))).toEqual(
    [],
  );
});

it('one that follows without having signed in is closed as not signed in', async () => {
  const { say, said, closed } = await line();
  say({ type: 'connection_init' });
  await expect.poll(() => said.map(({ type }) => type)).toContain('connection_ack');
  say(follow('seq items'));
  expect(await closed).toBe(4401);
  expect(said.map(({ type }) => type)).not.toContain('next');
});

it('one that says hello again and again is closed', async () => {
  const { say, closed } = await line();
  for (let turn = 0; turn < 5; turn++) say(hello);
  expect(await closed).toBe(4429);
});

/** A server of its own and a client that has said who it is, and can be told not to read. */
async function lineOfSlowOne(log: string[] = []) {
  const served = await startTestApi({
    log: pino({ level: 'info' }, { write: (text: string) => log.push(text) }),
  });
  await served.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = served.app.server.address() as AddressInfo;
  const client = new Line(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  await once(client, 'open');
  const { email } = await served.company('Slow');
  const bearer = (await served.signIn(email)).authorization.replace('Bearer ', '');
  client.send(JSON.stringify({ type: 'connection_init', payload: { token: bearer } }));
  await once(client, 'message');
  return {
    client,
    async close() {
      client.terminate();
      await served.close();
    },
  };
}

it('one that does not read what it is answered is not heard, until it reads', async () => {
  const { client, close } = await lineOfSlowOne();
  let answers = 0;
  client.on('message', () => {
    answers += 1;
  });
  client.pause();
  const question = JSON.stringify({ type: 'ping', payload: { said: 'x'.repeat(60_000) } });
  for (let turn = 0; turn < 390; turn++) client.send(question);
  // Where it is heard all the same, all of it waits in the server by then.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(client.bufferedAmount).toBeGreaterThan(4_000_000);
  client.resume();
  await expect.poll(() => answers, { timeout: 10_000 }).toBe(390);
  await close();
});

it('from one that was closed nothing is heard any more, though it does not go', async () => {
  const log: string[] = [];
  const { client, close } = await lineOfSlowOne(log);
  // It does not read that it was closed, and goes on.
  client.pause();
  for (let turn = 0; turn < 400; turn++) client.send('{"type":"ping"}');
  const query = 'subscription { changes(channels: ["company-x-ticket"]) { seq } }';
  for (let turn = 0; turn < 5; turn++)
    client.send(JSON.stringify({ type: 'subscribe', id: `${turn}`, payload: { query } }));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(log.filter((text) => text.includes('"security":"refused"'))).toEqual([]);
  await close();
});

it('one that says more than anybody has to say is closed', async () => {
  const { say, closed } = await line();
  say({ ...hello, padding: 'x'.repeat(70_000) });
  expect(await closed).toBe(1009);
});

it('the same field asked for many times is refused, not sent many times', async () => {
  const { say, said, socket } = await line();
  say(hello);
  await expect.poll(() => said.map(({ type }) => type)).toContain('connection_ack');
  const aliases = Array.from({ length: 500 }, (_, at) => `a${at}: items`).join(' ');
  say(follow(aliases));
  await expect.poll(() => said.map(({ type }) => type)).toContain('error');
  say(follow('...f } } fragment f on Frame { a: items b: items c: items d: items e: items', '2'));
  await expect.poll(() => said.filter(({ type }) => type === 'error').length).toBe(2);
  expect(said.map(({ type }) => type)).not.toContain('next');
  socket.close();
});

it.each([
  'null',
  '[]',
  '7',
  'not json',
  '{"type":"subscribe"}',
  '{"type":"subscribe","id":"1","payload":{"query":7}}',
])('nonsense harms nobody: %s', async (nonsense) => {
  const { say, socket } = await line();
  say(hello);
  say(nonsense);
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.close();
  expect((await api.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const other = await line();
  other.say(hello);
  await expect.poll(() => other.said.map(({ type }) => type)).toContain('connection_ack');
  other.socket.close();
});

it('one that answers no ping is closed after 18 s without an answer', () => {
  vi.useFakeTimers();
  try {
    const happened: string[] = [];
    const note = (what: string) => () => void happened.push(what);
    const socket = Object.assign(new EventEmitter(), {
      ping: note('ping'),
      terminate: note('closed'),
      close() {},
    });
    watchLine(socket as unknown as Line).follow();
    vi.advanceTimersByTime(17_999);
    expect(happened).toEqual([]);
    vi.advanceTimersByTime(1);
    socket.emit('pong');
    vi.advanceTimersByTime(18_000);
    expect(happened).toEqual(['ping', 'ping']);
    vi.advanceTimersByTime(18_000);
    expect(happened).toEqual(['ping', 'ping', 'closed']);
    socket.emit('close');
  } finally {
    vi.useRealTimers();
  }
});
