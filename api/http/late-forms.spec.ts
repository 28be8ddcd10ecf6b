import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let context: { companyId: string; actor: { kind: 'system'; id: string } };
const queueId = uuidv7();
const connectionId = uuidv7();
const bruno = { userId: '', authorization: '' };
let ticketId = '';
const opened: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi();
  const { companyId, email } = await api.company('Ours');
  context = { companyId, actor: { kind: 'system', id: 'test' } };
  await api.desk.records('queue').create(context, { id: queueId, name: 'Vendas', color: '#4073d4' });
  const { position } = await api.desk.connections.create(context, {
    ...{ connectionId, name: 'Loja', channel: 'simulator' },
  });
  await api.reached(position);
  admin = await api.signIn(email);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await api.close();
});

/** An agent of their own, with a ticket that they have open. */
beforeEach(async () => {
  const email = `bruno-${uuidv7()}@example.org`;
  const { userId, position } = await api.desk.users.create(context, {
    ...{ name: 'Bruno', email, profile: 'user', queueIds: [queueId] },
    passwordHash: await hashPassword(password),
  });
  await api.reached(position);
  Object.assign(bruno, { userId, ...(await api.signIn(email)) });
  const { contactId } = await api.desk.contacts.ensure(context, {
    ...{ numbers: [`55119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`], name: 'Carla' },
  });
  const received = await api.desk.tickets.receive(context, {
    ...{ connectionId, queueId, contactId, externalId: uuidv7(), fromMe: false, body: 'oi' },
    ...{ mediaType: 'chat', sentAt: new Date().toISOString() },
  });
  await api.reached(received.position);
  ({ ticketId } = received);
  const taken = await call(bruno.authorization, 'PUT', `/api/tickets/${ticketId}`, { status: 'open' });
  expect(taken.statusCode, taken.body).toBe(200);
});

const call = (authorization: string, method: 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) });

/** Begins to send a body, and returns what sends its end and reads the answer. */
async function begin(url: string, headers: readonly string[], [begun, end]: readonly [string, string]) {
  const client = new Socket();
  opened.push(client);
  let answer = '';
  client.on('data', (chunk) => {
    answer += String(chunk);
  });
  client.connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  client.write(
    `POST ${url} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\nContent-Length: ${begun.length + end.length}\r\n` +
      `${headers.join('\r\n')}\r\n\r\n${begun}`,
  );
  return async () => {
    client.write(end);
    await once(client, 'close');
    return { status: Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]), text: answer };
  };
}

/** Begins to send a file to the ticket. */
async function beginFile() {
  const field = '--x\r\nContent-Disposition: form-data; name=';
  const finish = await begin(
    `/api/messages/${ticketId}`,
    [`Authorization: ${bruno.authorization}`, 'Content-Type: multipart/form-data; boundary=x'],
    [
      `${field}"body"\r\n\r\nveja\r\n${field}"medias"; filename="a.txt"\r\n\r\n${'a'.repeat(9_000)}`,
      'fim\r\n--x--\r\n',
    ],
  );
  const arriving = () => readdir(join(api.path, 'media', 'incoming')).catch(() => []);
  await expect.poll(arriving).toHaveLength(1);
  return finish;
}

const sentCount = async () => {
  await api.reached(await api.gateway.eventStore.head());
  const messages = await api.readStore.forCompany(context.companyId).find<MessageDocument>('messages', {});
  return messages.filter(({ fromMe }) => fromMe).length;
};

it('what arrives while its sender may still send is taken, however long it took', async () => {
  const before = await sentCount();
  const finish = await beginFile();
  const { status, text } = await finish();
  expect(status, text).toBe(200);
  expect(await sentCount()).toBe(before + 1);
});

it.each<[string, () => Promise<unknown>]>([
  ['is signed out', () => call(bruno.authorization, 'DELETE', '/api/auth/logout')],
  ['is deleted', () => call(admin.authorization, 'DELETE', `/api/users/${bruno.userId}`)],
])('of one who %s while their file arrives nothing is sent', async (_how, end) => {
  const before = await sentCount();
  const finish = await beginFile();
  await end();
  const { status, text } = await finish();
  expect(status, text).toBe(401);
  expect(await sentCount()).toBe(before);
});

it('of one who is deleted while their text arrives, bit by bit, nothing is sent', async () => {
  const before = await sentCount();
  const received = vi.fn();
  api.app.server.once('request', received);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const finish = await begin(
      `/api/messages/${ticketId}`,
      [`Authorization: ${bruno.authorization}`, 'Content-Type: application/json'],
      ['{"body":', '"segredo"}'],
    );
    await expect.poll(() => received.mock.calls).toHaveLength(1);
    await api.desk.users.delete(context, { userId: bruno.userId });
    await api.reached(await api.gateway.eventStore.head());
    vi.advanceTimersByTime(2_000);
    const { status, text } = await finish();
    expect(status, text).toBe(401);
  } finally {
    vi.useRealTimers();
  }
  expect(await sentCount()).toBe(before);
});
