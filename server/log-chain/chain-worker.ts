import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { sealKey, sealRuns } from '../../stores/log-chain/chain.ts';
import { verifyLog } from '../../stores/log-chain/verify.ts';
import type { ChainTask } from './chain-thread.ts';
import { openStoredEvents } from './open.ts';

/** Reads and hashes in a thread of its own: seals one after the other, each when the last was taken, or a whole verification. */
const { config, end } = workerData as ChainTask;
const key = config.secretKey === undefined ? undefined : sealKey(config.secretKey);
const port = parentPort!;
const log = await openStoredEvents(config);
try {
  if (end === undefined) port.postMessage({ report: await verifyLog(log, { key }) });
  else
    for await (const run of sealRuns(log, end, key)) {
      const taken = once(port, 'message');
      port.postMessage({ run });
      await taken;
    }
  port.postMessage({ isDone: true });
} finally {
  await log.close();
  port.close();
}
