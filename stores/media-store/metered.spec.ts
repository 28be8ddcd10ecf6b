import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MediaStore, StorageLimitError } from '../../domain/ports/media-store.ts';
import { openSqliteStateStore } from '../state-store/sqlite/store.ts';
import { mediaStoreContract } from './contract.ts';
import { openDiskMediaStore } from './disk.ts';
import { meterMedia } from './metered.ts';

const files = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('state.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

mediaStoreContract('the metered media store', async () => {
  const path = await mkdtemp(join(tmpdir(), 'media-'));
  const state = await openSqliteStateStore({ path: join(path, 'state.sqlite') });
  return {
    open: async () =>
      meterMedia(await openDiskMediaStore({ path: join(path, 'media') }), { state, limitBytes: 1e9 }),
    keys: () => files(join(path, 'media')),
    dispose: async () => {
      await state.close();
      await rm(path, { recursive: true });
    },
  };
});

describe('a company’s storage', () => {
  let path: string;
  let state: Awaited<ReturnType<typeof openSqliteStateStore>>;
  const companyId = randomUUID();
  const open = async (limitBytes = 1_000): Promise<MediaStore> =>
    meterMedia(await openDiskMediaStore({ path: join(path, 'media') }), { state, limitBytes });
  async function* bytes(size: number) {
    for (let left = size; left > 0; left -= 100) yield Buffer.alloc(Math.min(100, left));
  }
  const put = (store: MediaStore, size: number, more: { id?: string; companyId?: string } = {}) =>
    store.put({ id: randomUUID(), companyId, name: 'a', mime: 'text/plain', ...more }, bytes(size), 600);
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'storage-'));
    state = await openSqliteStateStore({ path: join(path, 'state.sqlite') });
  });
  afterEach(async () => {
    await state.close();
    await rm(path, { recursive: true });
  });

  it('is counted in real bytes; what would pass the limit is refused by its name, and leaves nothing', async () => {
    const store = await open();
    await put(store, 500);
    await put(store, 400);
    const refusal = await put(store, 200).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StorageLimitError);
    expect(refusal).toMatchObject({ limitBytes: 1_000, usedBytes: 900 });
    expect(await files(join(path, 'media'))).toHaveLength(4);
    expect(await store.use?.(companyId)).toEqual({ limitBytes: 1_000, usedBytes: 900 });
    await put(store, 100);
    await expect(put(store, 1)).rejects.toBeInstanceOf(StorageLimitError);
    await expect(put(store, 500, { companyId: randomUUID() })).resolves.toBeDefined();
  });

  it('comes free with what is deleted, once; the same file stored again counts once', async () => {
    const store = await open();
    const id = randomUUID();
    await put(store, 500, { id });
    await put(store, 500, { id });
    expect(await store.use?.(companyId)).toMatchObject({ usedBytes: 500 });
    await store.delete(companyId, id);
    await store.delete(companyId, id);
    expect(await store.use?.(companyId)).toMatchObject({ usedBytes: 0 });
  });

  it('many files at once in two processes never pass the limit together', async () => {
    const [one, other] = [await open(), await open()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => put(at % 2 ? one : other, 300)),
    );
    const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(stored).toBeLessThanOrEqual(3);
    expect(await one.use?.(companyId)).toMatchObject({ usedBytes: stored * 300 });
  });

  it('a file too large for any is called that, not a full store', async () => {
    await expect(put(await open(), 700)).rejects.toMatchObject({ name: 'MediaTooLargeError' });
  });
});
