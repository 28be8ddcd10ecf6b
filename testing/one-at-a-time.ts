import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const opMsg = 2013;
/** A message's command stands after the header, the flags, the section's kind, the document's length and the value's type. */
const nameAt = 16 + 4 + 1 + 4 + 1;
const writes = new Set(['insert', 'update', 'delete', 'findAndModify']);
/** The collection that a message writes to; undefined: it writes nothing. */
const written = (message: Buffer): string | undefined => {
  if (message.readInt32LE(12) !== opMsg) return undefined;
  const end = message.indexOf(0, nameAt);
  if (!writes.has(message.toString('latin1', nameAt, end))) return undefined;
  const length = message.readInt32LE(end + 1);
  return message.toString('utf8', end + 5, end + 4 + length);
};

/** Calls `each` with every whole message of MongoDB's protocol: its length stands in its first four bytes. */
const messages = (socket: Socket, each: (message: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      each(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
};

/**
 * A door before a server of MongoDB's protocol that lets one writing command on a collection through at a time, whoever sends it. Behind
 * it a server that finds and writes in two steps (FerretDB) does what MongoDB promises: each command on a document is one
 * step. So what several processes do with leases can be tried without a MongoDB.
 */
export async function openOneAtATime(host: string, port: number) {
  const sockets = new Set<Socket>();
  const turns = new Map<string, Promise<unknown>>();
  const server = createServer((inside) => {
    const outside = connect(port, host);
    const answered = new Map<number, () => void>();
    const end = () => {
      for (const done of answered.values()) done();
      answered.clear();
      for (const socket of [inside, outside]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    messages(inside, (message) => {
      const collection = written(message);
      if (collection === undefined) return void outside.write(message);
      const before = turns.get(collection) ?? Promise.resolve();
      turns.set(
        collection,
        before.then(
          () =>
            new Promise<void>((done) => {
              // Who has gone while it waited has nothing written for it; a command under way is waited for.
              if (inside.destroyed) return done();
              answered.set(message.readInt32LE(4), done);
              outside.write(message);
            }),
        ),
      );
    });
    messages(outside, (message) => {
      inside.write(message);
      const request = message.readInt32LE(8);
      answered.get(request)?.();
      answered.delete(request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
