import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { projections } from '../projections/index.ts';
import { createRebuildWork, type RebuildWork } from '../projections/projector/rebuild.ts';
import type { Config } from './config.ts';
import { openStores } from './stores.ts';

/** Folds a new generation in a thread of its own: the main thread asks for `bulk`, `finish` or `discard`. */
const config = workerData as Pick<
  Config,
  'eventStore' | 'readStore' | 'dataDir' | 'media' | 'secretKey' | 'logLevel'
>;
const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: false }));
const stores = await openStores(config, log);
let work: RebuildWork | undefined;

parentPort?.on('message', async (ask: { id: number; step: keyof RebuildWork | 'close' }) => {
  try {
    if (ask.step === 'close') {
      await stores.close();
      parentPort?.postMessage({ id: ask.id });
      parentPort?.close();
      return;
    }
    work ??= await createRebuildWork({
      eventStore: stores.eventStore,
      readStore: stores.readStore,
      projections,
      log,
    });
    parentPort?.postMessage({ id: ask.id, position: await work[ask.step]() });
  } catch (error) {
    parentPort?.postMessage({ id: ask.id, error: (error as Error).stack ?? String(error) });
  }
});
