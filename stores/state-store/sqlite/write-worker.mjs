// Plain JavaScript: with it Node would load its type stripper, though the rest comes compiled from the cache.
import { statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../threads/answering.mjs';

enableCompileCache();
const { createWriter } = await import('./writes.ts');
/** @type {{ path: string, inode: bigint }} */
const { path, inode } = workerData;
const database = new DatabaseSync(path, { timeout: 10_000 });
// What is written to another file than the opener's is not what it reads.
if (statSync(path, { bigint: true }).ino !== inode)
  throw new Error(`${path} is another file than was opened`);
for (const pragma of ['synchronous = FULL', 'journal_size_limit = 67108864', 'wal_autocheckpoint = 4000'])
  database.exec(`PRAGMA ${pragma}`);

answerQuestions(createWriter(database), () => database.close());
