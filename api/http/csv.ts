import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Yields the same pages; whoever waits to be answered has their turn between two, however fast they are read and taken. */
async function* inTurns(pages: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page;
    await turn();
  }
}

/** Returns the answer with a file of CSV, sent page by page as it is taken. */
export const sendCsv = (reply: FastifyReply, fileName: string, pages: AsyncIterable<string>): FastifyReply =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(inTurns(pages)));
