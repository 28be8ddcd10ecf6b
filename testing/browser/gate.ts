import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be shut: connections break and new ones are refused, as when its host is gone. */
export interface Gate {
  readonly port: number;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function openGate(host: string, port: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let shut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Either end may break it off: that is what this is for.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((inside) => {
    if (shut) {
      inside.destroy();
      return;
    }
    const outside = connect(port, host);
    keep(inside);
    keep(outside);
    inside.pipe(outside).pipe(inside);
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      shut = true;
      breakAll();
    },
    open() {
      shut = false;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
