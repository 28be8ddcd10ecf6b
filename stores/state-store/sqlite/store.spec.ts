import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateStoreContract } from '../contract.ts';
import { openSqliteStateStore } from './store.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'state-store-'));

stateStoreContract('SQLite', async () => {
  const folder = newFolder();
  return {
    open: () => openSqliteStateStore({ path: join(folder, 'state.sqlite') }),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

it('loses no count when two processes add by compare and set', async () => {
  const folder = newFolder();
  const path = join(folder, 'state.sqlite');
  const each = 100;
  const code = `
    const { openSqliteStateStore } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)});
    const store = await openSqliteStateStore({ path: ${JSON.stringify(path)} });
    for (let done = 0; done < ${each}; ) {
      const held = await store.get('count');
      if (await store.set('count', (held?.value ?? 0) + 1, { expected: held?.version ?? null })) done++;
    }
    await store.close();`;
  const add = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect((await once(child, 'exit'))[0]).toBe(0);
  };
  await Promise.all([add(), add()]);
  const store = await openSqliteStateStore({ path });
  expect((await store.get('count'))?.value).toBe(2 * each);
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('asked whether it can work, the SQLite state store', () => {
  let folder: string;
  let path: string;
  let store: Awaited<ReturnType<typeof openSqliteStateStore>>;
  beforeEach(async () => {
    folder = newFolder();
    path = join(folder, 'state.sqlite');
    store = await openSqliteStateStore({ path });
    await store.set('kept', 1);
    await store.ping();
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('sees that its file is gone, and that it is back', async () => {
    renameSync(path, `${path}.away`);
    await expect(store.ping()).rejects.toThrow(/no such file/);
    renameSync(`${path}.away`, path);
    await store.ping();
  });

  it('sees that another file stands in its place', async () => {
    cpSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
    await expect(store.ping()).rejects.toThrow(/another file/);
  });

  it('sees that its file is no database any more', async () => {
    const other = new DatabaseSync(path);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    const before = readFileSync(path);
    writeFileSync(path, Buffer.alloc(before.length, 'x'), { flag: 'r+' });
    await expect(store.ping()).rejects.toThrow();
    writeFileSync(path, before, { flag: 'r+' });
    await store.ping();
  });

  it('does not believe reads after a write has failed, until a write gets through', async () => {
    const other = new DatabaseSync(path);
    other.exec(`CREATE TRIGGER full BEFORE INSERT ON state BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    await expect(store.set('more', 1)).rejects.toThrow('disk full');
    await expect(store.ping()).rejects.toThrow('disk full');
    other.exec('DROP TRIGGER full');
    other.close();
    await store.ping();
    expect(await store.get('ping')).toBeUndefined();
    expect((await store.get('kept'))?.value).toBe(1);
  });
});
