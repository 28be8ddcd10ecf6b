import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';

/** What some request, message or file needs, and a desk at rest does not: 40 MB if all of them were loaded. */
const onDemand = [
  '@aws-sdk/client-s3',
  '@e965/xlsx',
  'baileys',
  'csv-parse',
  'csv-stringify',
  'file-type',
  'graphql',
  'graphql-ws',
  'hucre',
  'jose',
  'libphonenumber-js',
  'mercurius',
  'nodemailer',
  'openai',
  'openid-client',
  'otpauth',
  'postal-mime',
  'rrule-temporal',
  'socks',
  'undici',
  'yauzl',
  'yazl',
];

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-loaded-'));
  server = await startServer(
    {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../testing/loaded-modules.mjs')}`,
      LOADED_MODULES: join(folder, 'modules'),
    },
    { readyTimeoutMs: 120_000 },
  );
}, 130_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a desk that nobody uses has not loaded what it does not need', async () => {
  const file = join(folder, 'modules');
  const loaded = async () => (await readFile(file, 'utf8')).split('\n');
  // With the drivers of its connections the gateway ends its own start.
  await expect
    .poll(loaded, { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/channels\/simulator\/driver\/driver\.ts$/));
  const packages = new Set(
    (await loaded()).map((url) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? ''),
  );
  expect(packages).toContain('fastify');
  expect(onDemand.filter((name) => packages.has(name))).toEqual([]);
});
