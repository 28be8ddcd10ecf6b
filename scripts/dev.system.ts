import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** A checkout of its own: its files are changed. */
let folder: string;
let dev: ChildProcess;
let output = '';
const address = () => /The console is at (\S+)/.exec(output)?.[1] ?? '';
const greetings = () => output.split('Balcão is ready at').length - 1;
const soon = { timeout: 60_000 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-dev-'));
  for (const name of readdirSync(root).filter((each) => !/^(\.git|node_modules|data|dist)$/.test(each)))
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  dev = spawn(process.execPath, [join(folder, 'scripts/dev.ts')], {
    cwd: folder,
    env: { ...process.env, DEMO_TRAFFIC: '0', CONSOLE_PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
});
afterAll(async () => {
  dev?.kill('SIGKILL');
  if (folder) await rm(folder, { recursive: true, force: true });
});

it('one command says where to log in, and the page there speaks to the server', async () => {
  await expect.poll(greetings, soon).toBe(1);
  expect(output).toContain(`Balcão is ready at ${address()}`);
  expect(await (await fetch(address())).text()).toContain('/@vite/client');
  const login = await fetch(`${address()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'ana@demo.example',
      password: /password ([^)\s]+)\)/.exec(output)?.[1],
    }),
  });
  expect(login.status).toBe(200);
});

it('a changed file of the server is served after a moment, with nothing else to do', async () => {
  const path = join(folder, 'api/health/routes.ts');
  expect(await readFile(path, 'utf8')).toContain('readyz');
  await appendFile(path, '\n// changed\n');
  await expect.poll(greetings, soon).toBe(2);
  await expect.poll(async () => (await fetch(`${address()}/api/auth/me`)).status, soon).toBe(401);
});

it('Ctrl-C ends it with everything it has started', async () => {
  const started = processesOf(folder);
  expect(started.length).toBeGreaterThan(1);
  const gone = once(dev, 'exit');
  dev.kill('SIGINT');
  expect((await gone)[0]).toBe(0);
  await expect.poll(() => processesOf(folder), soon).toEqual([]);
});

/** Process ids whose command line names a path in the folder. */
function processesOf(path: string): readonly string[] {
  return globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes(path);
    } catch {
      return false; // gone meanwhile
    }
  });
}
