import { type AddressInfo, connect } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendCsv } from './csv.ts';

it('a large file leaves others their turn between its pages', async () => {
  const pages = 50;
  async function* rows() {
    for (let page = 0; page < pages; page++) yield `${page}\r\n`;
  }
  const app = fastify();
  app.get('/file', (_request, reply) => sendCsv(reply, 'rows.csv', rows()));
  let turns = 0;
  let isOver = false;
  const take = async () => {
    for (; !isOver; turns++) await setImmediate();
  };
  void take();
  const answer = await app.inject('/file');
  isOver = true;
  await app.close();
  expect(answer.body.split('\r\n')).toHaveLength(pages + 1);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="rows.csv"',
    'cache-control': 'no-store',
  });
  expect(turns).toBeGreaterThanOrEqual(pages);
});

it('many files at once are made a page at a time, and no faster than they are taken', async () => {
  const files = 20;
  let making = 0;
  let mostMaking = 0;
  const made = Array(files).fill(0) as number[];
  async function* rows(file: number) {
    for (let page = 0; page < 50; page++) {
      making += 1;
      mostMaking = Math.max(mostMaking, making);
      await setImmediate();
      making -= 1;
      made[file]! += 1;
      yield 'x'.repeat(100_000);
    }
  }
  const app = fastify();
  app.get<{ Params: { file: string } }>('/file/:file', ({ params }, reply) =>
    sendCsv(reply, 'rows.csv', rows(Number(params.file))),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets = Array.from({ length: files }, (_, file) => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET /file/${file} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket.on('error', () => {});
  });
  const sum = () => made.reduce((all, one) => all + one, 0);
  // Until what lines take by themselves is full.
  await expect
    .poll(
      async () => {
        const before = sum();
        await setTimeout(200);
        return sum() > 0 && sum() === before;
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBe(true);
  expect(mostMaking).toBe(1);
  const held = sum();
  const taken = await app.inject('/file/0');
  expect(taken.body).toHaveLength(5_000_000);
  expect(sum()).toBe(held + 50);
  for (const socket of sockets) socket.destroy();
  await app.close();
});
