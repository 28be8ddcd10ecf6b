import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { type ExecutionArgs, executeSync } from 'graphql';
import type { WebSocket } from 'ws';
import type { Frame } from './subscriber.ts';

/** A frame from here on goes out in pieces: copying it once a subscriber would cost more than sending it. */
const wholeUpTo = 4_096;

/**
 * Returns the messages of one subscription, each in the pieces it is sent in. GraphQL is asked once for the shape of all
 * of them, with marks where the cursor and the items stand; the items' bytes are those that all subscribers share.
 */
export function createFrameWriter(subscription: ExecutionArgs, id: string): (frame: Frame) => Buffer[] {
  const [seq, items] = [randomUUID(), randomUUID()];
  const { data } = executeSync({ ...subscription, rootValue: { changes: { seq, items } } });
  const shape = JSON.stringify({ id, type: 'next', payload: { data } });
  const parts = shape.split(new RegExp(`"(${seq}|${items})"`));
  return (frame) => {
    const pieces: Buffer[] = [];
    let text = '';
    for (const part of parts)
      if (part === seq) text += JSON.stringify(frame.seq);
      else if (part !== items) text += part;
      else {
        pieces.push(Buffer.from(text), frame.items.bytes());
        text = '';
      }
    return [...pieces, Buffer.from(text)];
  };
}

/** Resolves once the socket has taken all of the message. `stream`, which it writes to, makes one write of the pieces. */
export function sendPieces(
  socket: WebSocket,
  stream: Pick<Writable, 'cork' | 'uncork'>,
  pieces: readonly Buffer[],
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onWritten = (error?: Error | null) => (error ? reject(error) : resolve());
  if (pieces.reduce((sum, { length }) => sum + length, 0) < wholeUpTo) {
    socket.send(Buffer.concat(pieces), { binary: false }, onWritten);
    return promise;
  }
  const last = pieces.length - 1;
  stream.cork();
  for (const [at, piece] of pieces.entries())
    socket.send(piece, { binary: false, fin: at === last }, at === last ? onWritten : undefined);
  stream.uncork();
  return promise;
}
