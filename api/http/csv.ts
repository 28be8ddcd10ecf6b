import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { aBitOf } from './turns.ts';

/** Yields the same pages; whoever waits to be answered has their turn between two, however fast they are read and taken. */
async function* inTurns(pages: AsyncIterable<string>): AsyncGenerator<string> {
  const source = pages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const page = await aBitOf(() => source.next());
      if (page.done) return;
      yield page.value;
    }
  } finally {
    await source.return?.();
  }
}

/** Returns the answer with a file of CSV, sent page by page as it is taken: of who does not take them, two wait. */
export const sendCsv = (reply: FastifyReply, fileName: string, pages: AsyncIterable<string>): FastifyReply =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(inTurns(pages), { highWaterMark: 1 }));
