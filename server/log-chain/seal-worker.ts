import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { sealKey, sealRuns } from '../../stores/log-chain/chain.ts';
import { standBack } from '../../stores/threads/stand-back.mjs';
import { openStoredEvents } from './open.ts';
import type { SealTask } from './seal-log.ts';

/** Reads and hashes in a thread of its own: one seal after the other, each when the last was taken. */
const { config, end } = workerData as SealTask;
const port = parentPort!;
// Nobody waits for it.
standBack(10);
const log = await openStoredEvents(config);
try {
  for await (const run of sealRuns(log, end, sealKey(config.secretKey))) {
    const taken = once(port, 'message');
    port.postMessage({ run });
    await taken;
  }
  port.postMessage({ isDone: true });
} finally {
  await log.close();
  port.close();
}
