import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { always } from '../../../testing/thread-load.ts';
import { stateStoreContract } from '../contract.ts';
import { openSqliteStateStore } from './store.ts';
import { createWriter } from './writes.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'state-writes-'));
stateStoreContract('SQLite with writes in a thread', async () => {
  const folder = newFolder();
  return {
    open: () => openSqliteStateStore({ path: join(folder, 'state.sqlite'), writesApart: always }),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

it('a group that is to last waits for the disk, one of passing writes does not', async () => {
  const folder = newFolder();
  const path = join(folder, 'state.sqlite');
  const store = await openSqliteStateStore({ path });
  const database = new DatabaseSync(path);
  const commit = createWriter(database);
  const set = { kind: 'set', key: 'a', value: '1' } as const;
  const [full, normal] = [2, 1];
  const synchronous = () => Number(database.prepare('PRAGMA synchronous').get()?.synchronous);
  for (const lasting of [true, false, false, true]) {
    commit({ writes: [set], lasting });
    expect(synchronous()).toBe(lasting ? full : normal);
  }
  database.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

it('loses and doubles no count while writes go over to a thread', async () => {
  const folder = newFolder();
  const store = await openSqliteStateStore({ path: join(folder, 'state.sqlite'), writesApart: always });
  const count = async (times: number) => {
    for (let done = 0; done < times; ) {
      const held = await store.get<number>('count');
      if (await store.set('count', (held?.value ?? 0) + 1, { expected: held?.version ?? null })) done++;
    }
  };
  await Promise.all([count(150), count(150), count(150)]);
  expect((await store.get('count'))?.value).toBe(450);
  await store.close();
  rmSync(folder, { recursive: true });
});
