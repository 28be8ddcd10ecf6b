import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which nothing arrives any more while it is silent, and nothing breaks: as behind a lost route. */
export async function openSilentLine(host: string, port: number) {
  let silent = false;
  const sockets = new Set<Socket>();
  const keep = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!silent) to.write(bytes);
    });
    from.on('error', () => from.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((inside) => {
    const outside = connect(port, host);
    keep(inside, outside);
    keep(outside, inside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => {
      silent = true;
    },
    speak: () => {
      silent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
