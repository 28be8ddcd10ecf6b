import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateStoreContract } from './contract.ts';
import { openSqliteStateStore } from './sqlite.ts';

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
    const { openSqliteStateStore } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)});
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
