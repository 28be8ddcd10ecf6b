import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what every system hands out to connections and to servers that name no port. */
const ownPorts = { from: 20_000, to: 32_768 };

/**
 * Resolves with a port that is free on loopback, and that nobody is given meanwhile who asked for none in particular: a
 * server killed and started again finds it free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownPorts.from, ownPorts.to);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
