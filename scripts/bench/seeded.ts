import { type Logger, pino } from 'pino';
import { rebuildThread } from '../../server/rebuild-thread.ts';
import { openStores, type Stores } from '../../server/stores.ts';
import { embeddedIn } from './embedded.ts';

/**
 * Resolves with what `write` gave and the seconds that folding took: a folder is filled with a log, then its read
 * models are folded in a thread of their own, as the product does it.
 */
export async function seeded<T>(
  folder: string,
  write: (stores: Stores, log: Logger) => Promise<T>,
): Promise<{ readonly written: T; readonly seconds: number }> {
  const log = pino({ level: 'error' });
  const where = embeddedIn(folder);
  const stores = await openStores(where, log);
  const written = await write(stores, log);
  await stores.close();
  const began = performance.now();
  const work = rebuildThread({ ...where, logLevel: 'error' });
  await work.bulk();
  await work.finish();
  const seconds = (performance.now() - began) / 1_000;
  await work.close();
  return { written, seconds };
}
