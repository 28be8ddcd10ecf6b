import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startMongod } from './mongodb.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-no-mongod-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a download host that takes calls and never answers costs seconds, not minutes', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const began = performance.now();
  await expect(
    startMongod({ path: folder, folder, host: `http://127.0.0.1:${port}/`, download: true }),
  ).rejects.toThrow('does not answer');
  expect(performance.now() - began).toBeLessThan(15_000);
  silent.close();
});

it('outside CI nothing is downloaded', async () => {
  await expect(startMongod({ path: folder, folder, download: false })).rejects.toThrow(
    'only CI downloads one',
  );
});
