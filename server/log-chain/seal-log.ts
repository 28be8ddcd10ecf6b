import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ChainEnd, SealedRun, SealRuns, StoredEvents } from '../../domain/kernel/log-chain.ts';
// At once: a module that is loaded later is not in the cache of the start, and what strips its types takes 11 MB.
import { sealKey, sealRuns } from '../../stores/log-chain/chain.ts';
import { storedEventsOf } from '../../stores/log-chain/read-events.ts';
import type { Config } from '../config.ts';
import { openStoredEvents } from './open.ts';

type ChainConfig = Pick<Config, 'eventStore' | 'dataDir' | 'secretKey'>;
export interface SealTask {
  readonly config: ChainConfig;
  readonly end: ChainEnd;
}
type Answer = { readonly run?: SealedRun; readonly isDone?: true };

/** So many are sealed here, in some milliseconds: a thread's memory stays with the process long after its end. */
const fewEvents = 500;

async function* inThread(task: SealTask, signal: AbortSignal): AsyncGenerator<SealedRun> {
  const thread = new Worker(new URL('./seal-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
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
}

/** Returns what seals the log: what a quiet desk has written here, and what a busy one has, or an old log, in a thread of its own. */
export const sealLog = (
  { eventStore, dataDir, secretKey }: ChainConfig,
  stored: Pick<EventStore, 'read' | 'readAll'>,
): SealRuns =>
  async function* runs(end, signal) {
    const config = { eventStore, dataDir, secretKey };
    const log: StoredEvents =
      eventStore === undefined
        ? await openStoredEvents(config)
        : storedEventsOf({ read: stored.read, readAll: stored.readAll, close: async () => undefined });
    try {
      const waiting = await log.read(end.after, fewEvents);
      if (waiting.length < fewEvents) yield* sealRuns(log, end, sealKey(secretKey));
      else yield* inThread({ config, end }, signal);
    } finally {
      await log.close();
    }
  };
