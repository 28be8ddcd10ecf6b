import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { projections } from '../projections/index.ts';
import { rebuild } from '../projections/projector/rebuild.ts';
import { readConfig } from './config.ts';
import { ownFilesOnly } from './data-folder.ts';
import { checkInstallation } from './installation.ts';
import { rebuildOrAsk } from './rebuild-requests.ts';
import { withSecretFiles } from './secret-files.ts';
import { openStores } from './stores.ts';

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
    const { eventStore, readStore, state } = stores;
    const position = await rebuildOrAsk(
      { state, version: readStore.version },
      (signal) => rebuild({ eventStore, readStore, projections, log, signal }),
      console.error,
    );
    console.log(`Rebuilt up to position ${position} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    await stores.close();
  }
}

await main().catch((error: unknown) => {
  console.error(`Cannot rebuild: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
