import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

describe('a group of writes', () => {
  let folder: string;
  let database: DatabaseSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-group-'));
    database = new DatabaseSync(join(folder, 'state.sqlite'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('waits for the disk as soon as one of them is to last', async () => {
    const group = createGroupCommit(database, { begin: () => {}, end: () => {} });
    const full = 2;
    const normal = 1;
    const atCommit = () => Number(database.prepare('PRAGMA synchronous').get()?.synchronous);
    expect(await group.add(atCommit)).toBe(full);
    expect(await group.add(atCommit, false)).toBe(normal);
    expect(await Promise.all([group.add(atCommit, false), group.add(atCommit, true)])).toEqual([full, full]);
    expect(await group.add(atCommit, false)).toBe(normal);
    expect(await group.add(atCommit)).toBe(full);
  });
});
