import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
