import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The double in a process of its own, so that neither its memory nor its work counts as the caller's. */
export async function spawnEventStoreDbDouble(): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = new URL('./main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const [url] = (await once(createInterface({ input: child.stdout as Readable }), 'line')) as [string];
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
