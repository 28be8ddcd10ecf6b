import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names the folder of a test run in which the first server leaves its data folder for the others. */
const setting = 'PREPARED_DATA_DIR';

/**
 * Vitest's global set-up: makes that folder. A first start hashes passwords and plays 30 conversations; every later one
 * of the run opens a copy of what that came to.
 */
export async function setup(): Promise<void> {
  process.env[setting] = await mkdtemp(join(tmpdir(), 'balcao-prepared-'));
}

export async function teardown(): Promise<void> {
  const folder = process.env[setting];
  delete process.env[setting];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/**
 * Fills `dataDir` with what a first start leaves. Outside a test run nothing happens: the server makes its own.
 * @param make starts the product once on the folder it is given, and ends it cleanly
 */
export async function fillPrepared(dataDir: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = process.env[setting];
  if (folder === undefined) return;
  const ready = join(folder, 'ready');
  if (!existsSync(ready)) {
    // Workers that start together: one makes it, and the others would be no faster by themselves.
    const making = join(folder, 'making');
    const first = await mkdir(making).then(
      () => true,
      () => false,
    );
    if (first) {
      await make(making);
      await rename(making, ready);
    } else while (existsSync(making)) await sleep(50);
  }
  // Where the first one failed it has said so, and each starts for itself.
  if (existsSync(ready)) await cp(ready, dataDir, { recursive: true });
}
