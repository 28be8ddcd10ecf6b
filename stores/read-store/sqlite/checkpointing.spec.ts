import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCheckpointing } from './checkpointing.ts';
import { type Database, openDatabase } from './database.ts';

let folder: string;
let path: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpointing-'));
  path = join(folder, 'models.sqlite');
  database = openDatabase(path, ['journal_mode = WAL', 'synchronous = NORMAL', 'wal_autocheckpoint = 0']);
  database.run('CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const write = (rows: number) => {
  for (let row = 0; row < rows; row++)
    database.run('INSERT INTO rows (text) VALUES (?)', ['x'.repeat(4_000)]);
};
const waiting = () => {
  const [, inAll, copied] = database.get('PRAGMA wal_checkpoint(NOOP)') as [number, number, number];
  return inAll - copied;
};

test('a thread copies the write-ahead log when much of it waits, also while more is written', async () => {
  const checkpointing = createCheckpointing(database, path, { mostWaiting: 200, mostInAll: 400 });
  write(20);
  checkpointing.wrote();
  expect(waiting()).toBeGreaterThan(20);
  let rows = 20;
  for (let round = 0; round < 30; round++) {
    write(40);
    rows += 40;
    checkpointing.wrote();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Two pages a row and more.
  expect(waiting()).toBeLessThan(rows);
  write(200);
  await new Promise((resolve) => setTimeout(resolve, 150));
  checkpointing.wrote();
  await expect.poll(waiting).toBe(0);
  checkpointing.close();
  expect(database.get('SELECT count(*), min(length(text)) FROM rows')).toEqual([rows + 200, 4_000]);
});

test('where it cannot copy, nothing is lost and it is asked again', async () => {
  const checkpointing = createCheckpointing(database, join(folder, 'none.sqlite'), {
    mostWaiting: 10,
    mostInAll: 20,
  });
  for (let round = 0; round < 3; round++) {
    write(20);
    checkpointing.wrote();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  checkpointing.close();
  expect(waiting()).toBeGreaterThan(60);
  expect(database.get('SELECT count(*) FROM rows')).toEqual([60]);
});
