import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { lineServing } from './line-serving.ts';

type Engine = Awaited<ReturnType<Parameters<typeof lineServing>[0]>>;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server whose lines are served so; `connect` is who comes to it, and says something at once. */
async function serverOf(engine: () => Promise<Engine>) {
  const errors: unknown[] = [];
  const serve = lineServing(engine, { error: (entry: unknown) => errors.push(entry) });
  const http = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => serve(socket, {} as FastifyRequest));
  ends.push(
    () => sockets.close(),
    () => http.close(),
  );
  await once(http, 'listening');
  const connect = async (word: string) => {
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    ends.push(() => client.terminate());
    const closed = once(client, 'close').then(([code]) => code as number);
    await once(client, 'open');
    client.send(word);
    return { closed };
  };
  return { connect, errors };
}

it('what is said before the engine is there is heard by it, in its order', async () => {
  const heard: string[] = [];
  const loading = Promise.withResolvers<Engine>();
  const { connect } = await serverOf(() => loading.promise);
  await connect('first');
  await connect('second');
  loading.resolve({ serveLine: (socket) => void socket.on('message', (data) => heard.push(String(data))) });
  await expect.poll(() => [...heard].sort()).toEqual(['first', 'second']);
  await connect('third');
  await expect.poll(() => heard.at(-1)).toBe('third');
});

it('a line for which it cannot be loaded is closed for the client to come again, and the next is served', async () => {
  const heard: string[] = [];
  const engine: Engine = {
    serveLine: (socket) => void socket.on('message', (data) => heard.push(String(data))),
  };
  let tries = 0;
  const { connect, errors } = await serverOf(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no such module');
    return engine;
  });
  const { closed } = await connect('first');
  expect(await closed).toBe(1011);
  expect(errors).toMatchObject([{ err: { message: 'no such module' } }]);
  await connect('second');
  await expect.poll(() => heard).toEqual(['second']);
});
