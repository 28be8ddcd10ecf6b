import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { freePort } from '../testing/free-port.ts';

/**
 * `npm run dev`: the server, which starts again when a file it has loaded changes, and Vite, which brings changes of the
 * console into the open page. Its data are its own (`data/dev`), its demo's password is known. Ends both on Ctrl-C.
 */
const root = join(import.meta.dirname, '..');
const password = 'balcao-em-obras';
// Vite's settings read it too: the way to the API goes through the address people look at.
process.env.PORT ??= String(await freePort());

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  // Loopback only: sources are served as they are.
  server: { host: '127.0.0.1', port: Number(process.env.CONSOLE_PORT ?? 5173) },
});
await vite.listen();
const address = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
console.log(`The console is at ${address} (demo accounts: password ${password}); the server starts …`);

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'server/start.mjs'), '--demo', '--console-at', address],
  {
    cwd: root,
    env: {
      ADMIN_PASSWORD: password,
      DEMO_PASSWORD: password,
      DATA_DIR: join(root, 'data/dev'),
      LOG_LEVEL: 'warn',
      STOP_WAIT_SECONDS: '0',
      ...process.env,
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  if (server.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
  await vite.close();
  process.exit(0);
}
// A terminal tells the whole group at once; whoever ends only this process ends the others through it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
server.on('exit', () => void end());
