import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { newId } from '../domain/kernel/ids.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { projections } from '../projections/index.ts';
import { acquireLease, projectorLease } from '../projections/projector/lease.ts';
import { rebuild } from '../projections/projector/rebuild.ts';
import { readConfig } from './config.ts';
import { ownFilesOnly } from './data-folder.ts';
import { checkInstallation } from './installation.ts';
import { type RebuildAnswer, rebuildAnswer, rebuildRequest } from './projector.ts';
import { withSecretFiles } from './secret-files.ts';
import { openStores, type Stores } from './stores.ts';

/**
 * `npm run rebuild`: folds all read models anew and switches to them without a pause. Where a server runs on the same
 * stores, its projector does it; otherwise this process does. Ends with 1 and one line when it could not.
 */
async function main(): Promise<void> {
  ownFilesOnly();
  const env = withSecretFiles(process.env);
  // A folder named wrong would be filled with empty stores, and the rebuild of nothing reported as done.
  const file = join(resolve(env.DATA_DIR || './data'), 'events.sqlite');
  if (!env.EVENT_STORE && !existsSync(file)) throw new Error(`there is no log at ${file}`);
  const config = readConfig(process.env, { demo: false });
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: true }));
  const stores = await openStores(config, log);
  try {
    await checkInstallation(config, stores, log);
    const began = Date.now();
    const position = await rebuildOrAsk(stores, log);
    console.log(`Rebuilt up to position ${position} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    await stores.close();
  }
}

/** Resolves with the position up to which all was folded anew, by whoever may. */
async function rebuildOrAsk({ eventStore, readStore, state }: Stores, log: Logger): Promise<number> {
  const id = newId();
  const request = rebuildRequest(readStore);
  await state.set(request, { id }, { ttlMs: 600_000 });
  const noLongerAlone = new AbortController();
  const lease = await Promise.race([
    acquireLease({
      state,
      key: projectorLease('main', readStore.version),
      owner: `rebuild-${id}`,
      leaseMs: 10_000,
      signal: AbortSignal.any([AbortSignal.timeout(8_000), noLongerAlone.signal]),
    }),
    untilTaken(state, request, id),
  ]);
  noLongerAlone.abort();
  if (!lease) return answered(state, id);
  await state.delete(request);
  const position = await rebuild({ eventStore, readStore, projections, log });
  await lease.release();
  return position;
}

/** Resolves when a running projector has taken the request. */
async function untilTaken(state: StateStore, request: string, id: string): Promise<undefined> {
  while ((await state.get<{ id: string }>(request))?.value.id === id) await sleep(100);
  return undefined;
}

/** Resolves with what the running projector came to. @throws Error saying why it could not */
async function answered(state: StateStore, id: string): Promise<number> {
  for (;;) {
    const answer = (await state.get<RebuildAnswer>(rebuildAnswer(id)))?.value;
    if (answer === undefined) await sleep(200);
    else if ('position' in answer) return answer.position;
    else throw new Error(answer.error);
  }
}

await main().catch((error: unknown) => {
  console.error(`Cannot rebuild: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
