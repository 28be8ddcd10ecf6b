import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { farQuotas } from '../../server/quota-settings.ts';
import { freePort } from '../free-port.ts';
import { fillPrepared } from './prepared-data.ts';

export const password = 'tucano-azul-17';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly child: () => ChildProcess;
  /** What it has printed so far. */
  readonly output: () => string;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts again with the same data and port (and further settings). */
  readonly restart: (env?: Record<string, string>) => Promise<void>;
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Those of `npm start`, flags of Node's included: what is tested and measured is what a user gets. */
export const startArguments = (): string[] => {
  const root = join(import.meta.dirname, '../..');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [, ...given] = scripts.start.split(' ');
  return given.map((one) => (one.endsWith('.mjs') ? join(root, one) : one));
};

/** What a first start writes elsewhere, or otherwise: data prepared without it is no good to who sets it. */
const ofFirstStart = ['EVENT_STORE', 'READ_STORE', 'MEDIA_STORE', 'SECRET_KEY', 'DEMO', 'ADMIN_EMAIL'];

/** Fills `dataDir` with the data of a first start, if this is a test run and no setting needs others. */
export async function prepare(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  options: { readyTimeoutMs?: number } = {},
): Promise<void> {
  if (ofFirstStart.some((name) => env[name] ?? process.env[name])) return;
  await fillPrepared(dataDir, async (folder) => {
    const first = await startServer({ DATA_DIR: folder }, options);
    await first.kill();
  });
}

/**
 * The product as a user starts it: a process of its own, its own data folder, a free port. In a test run the data of a
 * first start are there already, unless `DATA_DIR` names a folder or a setting needs others.
 */
export async function startServer(
  env: Record<string, string> = {},
  options: { readyTimeoutMs?: number } = {},
): Promise<ServerProcess> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'balcao-data-')));
  if (env.DATA_DIR === undefined) await prepare(dataDir, env, options);
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let output = '';

  const launch = async (more: Record<string, string>) => {
    const before = output.length;
    child = spawn(process.execPath, startArguments(), {
      env: {
        ...process.env,
        DEMO_TRAFFIC: '0',
        ...farQuotas,
        ADMIN_PASSWORD: password,
        DEMO_PASSWORD: password,
        LOG_LEVEL: 'warn',
        ...env,
        ...more,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    await ready(url, child, () => output.slice(before), options.readyTimeoutMs ?? 60_000);
  };
  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  await launch({});
  return {
    url,
    port,
    dataDir,
    child: () => child,
    output: () => output,
    kill,
    restart: async (more = {}) => {
      await kill();
      await launch(more);
    },
    stop: async () => {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The last thing that a start says, once whatever a first one writes is there and it would end in an orderly way. */
const greeted = /^Balcão (is ready at|runs as) /m;

async function ready(
  url: string,
  child: ChildProcess,
  output: () => string,
  timeoutMs: number,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server stopped with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && greeted.test(output())) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready after ${timeoutMs} ms:\n${output()}`);
}
