import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { newId } from '../domain/kernel/ids.ts';
import { projections } from '../projections/index.ts';
import { acquireLease, projectorLease } from '../projections/projector/lease.ts';
import { rebuild } from '../projections/projector/rebuild.ts';
import { readConfig } from './config.ts';
import { ownFilesOnly } from './data-folder.ts';
import { type RebuildAnswer, rebuildAnswer, rebuildRequest } from './projector.ts';
import { openStores } from './stores.ts';

/**
 * `npm run rebuild`: folds all read models anew and switches to them without a pause. Where a server runs on the same
 * stores, its projector does it; otherwise this process does.
 */
ownFilesOnly();
const config = readConfig(process.env, { demo: false });
const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
const stores = await openStores(config, log);
const began = Date.now();
const reportDone = (position: number) =>
  console.log(`Rebuilt up to position ${position} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);

const id = newId();
const request = rebuildRequest(stores.readStore);
await stores.state.set(request, { id }, { ttlMs: 600_000 });
const waitSignal = AbortSignal.timeout(8_000);
const noLongerAlone = new AbortController();
const lease = await Promise.race([
  acquireLease({
    state: stores.state,
    key: projectorLease('main', stores.readStore.version),
    owner: `rebuild-${id}`,
    leaseMs: 10_000,
    signal: AbortSignal.any([waitSignal, noLongerAlone.signal]),
  }),
  untilTaken(),
]);
noLongerAlone.abort();
if (lease) {
  await stores.state.delete(request);
  reportDone(await rebuild({ eventStore: stores.eventStore, readStore: stores.readStore, projections, log }));
  await lease.release();
} else {
  for (;;) {
    const answer = await stores.state.get<RebuildAnswer>(rebuildAnswer(id));
    if (!answer) {
      await sleep(200);
      continue;
    }
    if ('position' in answer.value) reportDone(answer.value.position);
    else {
      console.error(`The rebuild failed: ${answer.value.error}`);
      process.exitCode = 1;
    }
    break;
  }
}
await stores.close();

/** Resolves when a running projector has taken the request. */
async function untilTaken(): Promise<undefined> {
  while ((await stores.state.get<{ id: string }>(request))?.value.id === id) await sleep(100);
  return undefined;
}
