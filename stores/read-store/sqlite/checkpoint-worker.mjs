// Plain JavaScript: what would strip its types takes more memory than all of this thread.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { standBack } from '../../threads/stand-back.mjs';

// Who commits waits for nothing of it.
standBack(5);

/** Who writes meanwhile adds to it: only when all is copied does the write-ahead log begin anew. */
const mostPasses = 8;

/**
 * Copies what stands in a file's write-ahead log into the file, beside whoever reads and writes.
 * @param {string} path
 */
function copy(path) {
  const url = pathToFileURL(path);
  // One that is gone must not be made.
  url.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(url);
  try {
    const statement = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    for (let pass = 0; pass < mostPasses; pass++) {
      const { log, checkpointed } = /** @type {{ log: number, checkpointed: number }} */ (statement.get());
      if (log === checkpointed) return;
    }
  } finally {
    database.close();
  }
}

parentPort?.on('message', (/** @type {string} */ path) => {
  let error;
  try {
    copy(path);
  } catch (caught) {
    error = String(caught);
  }
  parentPort?.postMessage({ error });
});
