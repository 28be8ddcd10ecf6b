// Plain JavaScript: with it Node would load its type stripper, though the rest comes compiled from the cache.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../threads/answering.mjs';

enableCompileCache();
const { openSqliteReadStore } = await import('./store.ts');
const store = await openSqliteReadStore(workerData);

answerQuestions(
  /** @param {import('../../../projections/ports/read-store.ts').Commit} commit */
  (commit) => store.commit(commit),
  () => store.close(),
);
