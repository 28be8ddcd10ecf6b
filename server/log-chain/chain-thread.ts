import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChainEnd, ChainReport, SealedRun, SealRuns } from '../../domain/kernel/log-chain.ts';
import type { ChainConfig } from './open.ts';

/** `end`: goes on there; absent: verifies all of it. */
export interface ChainTask {
  readonly config: ChainConfig;
  readonly end?: ChainEnd;
}
type Answer = { readonly run?: SealedRun; readonly report?: ChainReport; readonly isDone?: true };

const threadOf = (task: ChainTask) =>
  new Worker(new URL('./chain-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });

/** The thread lives as long as there is something to seal: an idle process has none. */
export const sealInThread = (config: ChainConfig): SealRuns =>
  async function* seals(end, signal) {
    const { eventStore, dataDir, secretKey } = config;
    const thread = threadOf({ config: { eventStore, dataDir, secretKey }, end });
    try {
      for (;;) {
        const [answer] = (await once(thread, 'message', { signal })) as [Answer];
        if (answer.isDone) return;
        yield answer.run!;
        thread.postMessage('next');
      }
    } finally {
      await thread.terminate();
    }
  };

/** Verifies the whole log in a thread of its own. */
export async function verifyInThread(config: ChainConfig, signal: AbortSignal): Promise<ChainReport> {
  const { eventStore, dataDir, secretKey } = config;
  const thread = threadOf({ config: { eventStore, dataDir, secretKey } });
  try {
    const [answer] = (await once(thread, 'message', { signal })) as [Answer];
    return answer.report!;
  } finally {
    await thread.terminate();
  }
}
