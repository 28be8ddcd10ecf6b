import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that can die without closing: what is written into it goes nowhere, and nobody is told. */
export async function startLine(target: string) {
  const address = new URL(target);
  const port = Number(address.port);
  const open = new Set<Socket>();
  let dead = false;
  const server = createServer((near) => {
    const far = connect(port, address.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (data) => void (dead || far.write(data)));
    far.on('data', (data) => void (dead || near.write(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: address.href,
    /** Bytes are swallowed both ways from now on, on lines that are open and on new ones. */
    die: () => {
      dead = true;
    },
    /** Lines opened from now on live. */
    heal: () => {
      dead = false;
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
