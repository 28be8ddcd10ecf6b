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
  const take = () => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  setImmediate(take);
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
