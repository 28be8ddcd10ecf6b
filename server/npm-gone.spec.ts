import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';

const watching = `
  import { npmGone } from ${JSON.stringify(new URL('npm-gone.ts', import.meta.url).href)};
  console.log(process.pid);
  setTimeout(() => process.exit(), Number(process.argv[1]));
  npmGone(process.env, 20).then(() => { console.log('gone'); process.exit(); });
`;
const byNpm = { npm_lifecycle_event: 'start', npm_package_name: 'balcao' };
let server: number | undefined;
afterEach(() => {
  try {
    if (server !== undefined) process.kill(server, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
});

/** A process below a shell that does not become it, as npm's own shell is on some systems. */
async function start(env: Record<string, string>, livesMs: number) {
  const command = `"$0" --input-type=module -e "$1" ${livesMs} </dev/null; true`;
  const shell = spawn('sh', ['-c', command, process.execPath, watching], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  server = Number((await lines.next()).value);
  return { shell, lines };
}

it('of a server that npm began is told that npm’s shell is gone, whatever became of npm', async () => {
  const { shell, lines } = await start(byNpm, 10_000);
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  expect(await lines.next()).toMatchObject({ value: 'gone' });
});

it.each([
  ['a script that npm did not begin', {}],
  ['another script of the package', { ...byNpm, npm_lifecycle_event: 'test' }],
  ['another package that begins the server', { ...byNpm, npm_package_name: 'wrapper' }],
])('of one that %s leaves behind nothing is told: it is a daemon', async (_who, env) => {
  const { shell, lines } = await start({ npm_lifecycle_event: '', npm_package_name: '', ...env }, 500);
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  expect(await lines.next()).toMatchObject({ done: true });
});

it('nothing is told while npm’s shell is there', async () => {
  const { shell, lines } = await start(byNpm, 300);
  expect(await lines.next()).toMatchObject({ done: true });
  expect(shell.killed).toBe(false);
});
