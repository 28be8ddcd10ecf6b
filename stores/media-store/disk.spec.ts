import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mediaStoreContract } from './contract.ts';
import { openDiskMediaStore } from './disk.ts';

mediaStoreContract('the media store on disk', async () => {
  const path = await mkdtemp(join(tmpdir(), 'media-'));
  return {
    open: () => openDiskMediaStore({ path }),
    keys: async () =>
      (await readdir(path, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort(),
    dispose: () => rm(path, { recursive: true }),
  };
});

it('a file that somebody finds while it is deleted as old is either there or was not found', async () => {
  const path = await mkdtemp(join(tmpdir(), 'media-'));
  const [sweeping, using] = [await openDiskMediaStore({ path }), await openDiskMediaStore({ path })];
  const companyId = randomUUID();
  const old = new Date(Date.now() - 60_000);
  const content = async function* () {
    yield Buffer.from('a file');
  };
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const id = randomUUID();
    await using.put({ id, companyId, name: 'a', mime: 'text/plain' }, content(), 100);
    for (const name of [id, `${id}.json`]) await utimes(join(path, companyId, name), old, old);
    const reused = async () => {
      for (let turn = 0; turn < round % 12; turn++) await new Promise(setImmediate);
      return using.reuse(companyId, id);
    };
    const [info] = await Promise.all([reused(), sweeping.deleteOlder(companyId, id, Date.now() - 30_000)]);
    if (info === undefined) continue;
    found += 1;
    expect(await using.stat(companyId, id)).toEqual(info);
  }
  expect(found).toBeGreaterThan(0);
  expect(await readdir(join(path, 'incoming'))).toEqual([]);
  await rm(path, { recursive: true });
});

it('of several who delete an old file at once one has deleted it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'media-'));
  const sweepers = await Promise.all([1, 2, 3].map(() => openDiskMediaStore({ path })));
  const companyId = randomUUID();
  const old = new Date(Date.now() - 60_000);
  const content = async function* () {
    yield Buffer.from('a file');
  };
  for (let round = 0; round < 100; round++) {
    const id = randomUUID();
    await sweepers[0]!.put({ id, companyId, name: 'a', mime: 'text/plain' }, content(), 100);
    for (const name of [id, `${id}.json`]) await utimes(join(path, companyId, name), old, old);
    const deleted = await Promise.all(
      sweepers.map((store) => store.deleteOlder(companyId, id, Date.now() - 30_000)),
    );
    expect(deleted.filter(Boolean)).toHaveLength(1);
  }
  expect(await readdir(join(path, companyId))).toEqual([]);
  expect(await readdir(join(path, 'incoming'))).toEqual([]);
  await rm(path, { recursive: true });
});
