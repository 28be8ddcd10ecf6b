// Plain JavaScript: with it Node would load its type stripper, though the rest comes compiled from the cache.
import { statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../threads/answering.mjs';

enableCompileCache();
const { createGroupWriter } = await import('./write-group.ts');
/** @type {{ path: string, place: string, pragmas: string }} */
const { path, place, pragmas } = workerData;
// Before the file is opened: its opener's write-ahead log is not another one's.
const look = () => {
  const { dev, ino } = statSync(path);
  if (`${dev}:${ino}` !== place) throw new Error(`${path} is another file than was opened`);
};
look();
const db = new DatabaseSync(path);
look();
db.exec(pragmas);

answerQuestions(createGroupWriter(db), () => db.close());
