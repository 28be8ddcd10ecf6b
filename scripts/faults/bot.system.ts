import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({}, { readyTimeoutMs: 120_000 });
}, 130_000);
afterAll(async () => server?.stop());

interface Named {
  readonly id: string;
  readonly name: string;
}

it('kill -9 while the bot answers: everybody gets each of its messages once', async () => {
  const desk = await deskClient(server);
  const queues = (await desk.call<Named[]>('GET', '/queue')).body;
  const { id: connectionId, name } = (await desk.call<Named[]>('GET', '/whatsapp')).body[0]!;
  const saved = await desk.call('PUT', `/whatsapp/${connectionId}`, {
    ...{ name, isDefault: true },
    queueIds: queues.map(({ id }) => id),
    greetingMessage: 'Com quem você quer falar?',
  });
  expect(saved.status).toBe(200);
  const numbers = Array.from({ length: 40 }, (_, at) => `55119660000${String(at).padStart(2, '0')}`);
  const phone = `/channels/simulator/${connectionId}`;
  const insist = async (number: string, body: string) => {
    while (true) {
      // Written twice under one id it is one message.
      const message = { number, name: 'Robô', body, id: `${number}-${body}` };
      const { status } = await desk.call('POST', `${phone}/messages`, message);
      if (status === 201) return;
      await sleep(50);
    }
  };
  const received = async (number: string) => {
    const { body } = await desk.call<{ messages: { body: string; fromBusiness: boolean }[] }>(
      'GET',
      `${phone}/chats/${number}`,
    );
    return (body?.messages ?? []).filter(({ fromBusiness }) => fromBusiness).map((message) => message.body);
  };
  const everybodyHas = (count: number) =>
    expect
      .poll(async () => (await Promise.all(numbers.map(received))).every((all) => all.length >= count), {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(true);

  for (const [round, body] of ['Oi', '#', '0'].entries()) {
    const writing = Promise.all(numbers.map((number) => insist(number, body)));
    await sleep(60 + 80 * round);
    await server.kill('SIGKILL');
    await server.restart();
    await writing;
    await everybodyHas(round + 1);
  }
  await sleep(1_000);
  for (const number of numbers) {
    const all = await received(number);
    expect(all.map((body) => body.split('\n')[0])).toEqual([
      ...['Com quem você quer falar?', 'Escolha uma opção:'],
      'Certo! Aguarde um momento, um atendente já vai falar com você.',
    ]);
  }
}, 240_000);
