import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until no other test of this machine uses the server that `url` names, and returns what gives it up. What stands
 * for MongoDB in CI reads whole collections: two tests with eight processes each, and neither is answered in time. Held
 * by a socket's name, which the system frees with the process; only Linux has such names, elsewhere nobody waits.
 */
export async function takeEngineTurn(url: string): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return async () => undefined;
  const server = createServer();
  for (;;) {
    try {
      server.listen(`\0balcao-engine-${new URL(url).port}`);
      await once(server, 'listening');
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await sleep(250);
    }
  }
  return async () => {
    server.close();
    await once(server, 'close');
  };
}
