import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../free-port.ts';

/**
 * A TCP gate before the server, so that a killed server looks like one: the port refuses, connections are reset without a
 * farewell, or nothing moves at all.
 */
export const createGate = (target: number) => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let server: Server | undefined;
  let port = 0;
  let frozen = false;

  const pass = (client: Socket) => {
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    if (frozen) return;
    client.pipe(upstream).pipe(client);
  };

  return {
    port: () => port,
    async open(): Promise<void> {
      port ||= await freePort();
      server = createServer(pass).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    drop(): void {
      for (const [client, upstream] of pairs) {
        client.resetAndDestroy();
        upstream.destroy();
      }
    },
    async shut(): Promise<void> {
      const closing = server;
      server = undefined;
      this.drop();
      if (closing?.listening) await new Promise((resolve) => closing.close(resolve));
    },
    /** Connections stay, and nothing passes: a machine that hangs. */
    freeze(): void {
      frozen = true;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        client.pause();
        upstream.pause();
      }
    },
    thaw(): void {
      frozen = false;
      for (const [client, upstream] of pairs) client.pipe(upstream).pipe(client);
    },
  };
};
