import { Worker } from 'node:worker_threads';
import type { RebuildWork } from '../projections/projector/rebuild.ts';
import type { Config } from './config.ts';

/** Returns a rebuild whose work is done in a worker thread, so that the server answers meanwhile. */
export function rebuildThread(
  config: Pick<Config, 'eventStore' | 'readStore' | 'dataDir' | 'media' | 'secretKey' | 'logLevel'>,
): RebuildWork & { close(): Promise<void> } {
  const { eventStore, readStore, dataDir, media, secretKey, logLevel } = config;
  const worker = new Worker(new URL('./rebuild-worker.ts', import.meta.url), {
    workerData: { eventStore, readStore, dataDir, media, secretKey, logLevel },
    // The server's own young generation is small, for short pauses; nobody waits for this thread's.
    resourceLimits: { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 4_096 },
  });
  const waiters = new Map<number, { resolve: (position: number) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const fail = (error: Error) => {
    for (const { reject } of waiters.values()) reject(error);
    waiters.clear();
  };
  worker.on('message', (answer: { id: number; position?: number; error?: string }) => {
    const asked = waiters.get(answer.id);
    waiters.delete(answer.id);
    if (answer.error !== undefined) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.position ?? 0);
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`the rebuild's thread ended with ${code}`)));
  const ask = (step: string) =>
    new Promise<number>((resolve, reject) => {
      const id = ++lastId;
      waiters.set(id, { resolve, reject });
      worker.postMessage({ id, step });
    });
  return {
    bulk: () => ask('bulk'),
    finish: () => ask('finish'),
    discard: async () => void (await ask('discard')),
    close: async () => {
      await ask('close').catch(() => undefined);
      await worker.terminate();
    },
  };
}
