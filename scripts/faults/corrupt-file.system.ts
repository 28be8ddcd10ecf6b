import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../../testing/browser/server.ts';
import { deskClient } from './desk-client.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'balcao-corrupt-'));
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir }, { readyTimeoutMs: 120_000 });
  await server.kill();
}, 130_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes nonsense over the file's beginning, or over its middle. */
const damage = (path: string, from: number, bytes: number) => {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 'nonsense '), 0, bytes, from);
  closeSync(file);
};

/** Starts the server on these data and waits for its end. */
const startAndFail = async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/start.mjs'), '--demo'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return { code: code as number | null, output };
};

it.each(['events.sqlite', 'state.sqlite'])(
  'does not start on a damaged %s, names the file in one line, and starts when the file is back',
  async (name) => {
    const path = join(dataDir, name);
    // Stopped in an orderly way: all of it is in the one file.
    expect(existsSync(`${path}-wal`)).toBe(false);
    copyFileSync(path, `${path}.good`);
    damage(path, 0, 4_096);
    const { code, output } = await startAndFail();
    expect(code).toBe(1);
    const lines = output.split('\n').filter((line) => line.startsWith('Cannot start'));
    expect(lines, output.slice(0, 2_000)).toHaveLength(1);
    expect(lines[0]).toContain(path);
    copyFileSync(`${path}.good`, path);
    await server.restart();
    expect((await (await deskClient(server)).ready()).status).toBe(200);
    await server.kill();
  },
  120_000,
);

it('rebuilds damaged read models from the log by itself', async () => {
  const folder = join(dataDir, 'read-models');
  const [file] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sqlite'),
  );
  const path = join(folder, file!);
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  damage(path, 0, Math.min(statSync(path).size, 65_536));
  await server.restart();
  const desk = await deskClient(server);
  expect((await desk.ready()).status).toBe(200);
  const listed = await desk.call<{ count: number }>('GET', '/tickets?status=closed&showAll=true');
  expect(listed).toMatchObject({ status: 200, body: { count: expect.any(Number) } });
  expect(listed.body.count).toBeGreaterThan(0);
  await server.kill();
}, 120_000);
