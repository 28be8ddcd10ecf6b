import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { type Receiver, startReceiver } from '../../testing/webhooks/receiver.ts';
import { deskClient } from './desk-client.ts';

const secret = `whsec_${Buffer.from('um segredo de vinte e quatro letras').toString('base64')}`;
let server: ServerProcess;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(secret);
  server = await startServer({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' }, { readyTimeoutMs: 120_000 });
}, 130_000);
afterAll(async () => {
  await server?.stop();
  await receiver?.close();
});

it('kill -9 while webhooks are told, by a receiver that refuses every fifth call: each event arrives, under one id', async () => {
  const desk = await deskClient(server);
  const [connection] = (await desk.call<{ id: string }[]>('GET', '/whatsapp')).body;
  const made = await desk.call('POST', '/webhooks', {
    name: 'ERP',
    url: receiver.url,
    events: ['message.received'],
    secret,
  });
  expect(made.status).toBe(201);
  receiver.answers((call) => ({ status: call % 5 === 4 ? 500 : 200 }));
  const bodies: string[] = [];
  const insist = async (at: number) => {
    const body = `webhook ${at}`;
    bodies.push(body);
    const message = { number: `55119670000${String(at % 20).padStart(2, '0')}`, name: 'Eva', body, id: body };
    const path = `/channels/simulator/${connection!.id}/messages`;
    while ((await desk.call('POST', path, message)).status !== 201) await sleep(50);
  };
  for (let round = 0; round < 3; round++) {
    const writing = Promise.all(Array.from({ length: 30 }, (_, at) => insist(round * 30 + at)));
    await sleep(300 + 400 * round);
    await server.kill('SIGKILL');
    await server.restart();
    await writing;
  }
  const told = () => new Set(receiver.heard.map(({ data }) => String(data.body)));
  await expect
    .poll(() => bodies.filter((body) => !told().has(body)), { timeout: 90_000, interval: 500 })
    .toEqual([]);
  expect(receiver.refused).toEqual([]);
  const idsOf = Map.groupBy(receiver.heard, ({ data }) => String(data.body));
  for (const [body, heard] of idsOf) expect(new Set(heard.map(({ id }) => id)).size, body).toBe(1);
}, 240_000);
