// Plain JavaScript: with it Node would load its type stripper, though the rest comes compiled from the cache.
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

enableCompileCache();
const { openSqliteReadStore } = await import('./store.ts');
const store = await openSqliteReadStore(workerData);

/**
 * Commits, or closes when there is nothing to commit; says how long it took, and why it failed.
 * @param {{ commit?: import('../../../projections/ports/read-store.ts').Commit }} asked
 */
async function answer({ commit }) {
  const began = performance.now();
  try {
    await (commit === undefined ? store.close() : store.commit(commit));
    return { ms: performance.now() - began };
  } catch (error) {
    const { name, message, stack, errcode } = /** @type {Error & { errcode?: number }} */ (error);
    return { ms: performance.now() - began, error: { name, message, stack, errcode } };
  }
}

parentPort?.on('message', async (asked) => parentPort?.postMessage(await answer(asked)));
parentPort?.postMessage({ ms: 0 });
