import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { farQuotas } from '../../server/quota-settings.ts';
import { password, prepare } from '../../testing/browser/server.ts';
import { freePort } from '../../testing/free-port.ts';

export const roles = ['api', 'projector', 'gateway'] as const;
export type Role = (typeof roles)[number];

export interface Cluster {
  /** Of the first api. */
  readonly url: string;
  readonly dataDir: string;
  urlOf(member: string): string;
  /** Those that ended by themselves, in order. */
  readonly failed: readonly string[];
  /** `kill -9` (or another signal), then started again at once. */
  kill(member: string, signal?: NodeJS.Signals): Promise<void>;
  /** Ended, and started again only by `start`. */
  end(member: string, signal: NodeJS.Signals): Promise<void>;
  start(member: string): void;
  /** Until every member says it is ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const oneOfEach = { api: 'api', projector: 'projector', gateway: 'gateway' } as const;

/**
 * Resolves with the roles as processes of their own on one data folder, as in production but on embedded stores.
 * @param members name of each process to its role; all are started at once
 * @param env further settings: other stores, for instance
 * @param own those of one member
 */
export async function startCluster(
  dataDir: string,
  members: Readonly<Record<string, Role>> = oneOfEach,
  env: Readonly<Record<string, string>> = {},
  own: (member: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Cluster> {
  await prepare(dataDir, env, { readyTimeoutMs: 100_000 });
  const children = new Map<string, ChildProcess>();
  const ports = new Map<string, number>();
  const names = Object.keys(members);
  for (const name of names) ports.set(name, await freePort());
  const log = createWriteStream(join(dataDir, 'processes.log'), { flags: 'a' });
  const failed: string[] = [];
  let stopping = false;
  const urlOf = (name: string) => `http://127.0.0.1:${ports.get(name)}`;

  const launch = (name: string) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../server/start.mjs'), '--demo', '--roles', members[name] as Role],
      {
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          PORT: String(ports.get(name)),
          HOST: '127.0.0.1',
          ADMIN_PASSWORD: password,
          DEMO_PASSWORD: password,
          DEMO_TRAFFIC: '0',
          ...farQuotas,
          LOG_LEVEL: 'warn',
          ...env,
          ...own(name),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.stdout?.on('data', (chunk) => log.write(chunk));
    child.stderr?.on('data', (chunk) => log.write(`[${name}] ${chunk}`));
    child.on('exit', (code) => {
      if (stopping || code === null || code === 0) return;
      failed.push(name);
      log.write(`[${name}] exited with ${code}\n`);
    });
    children.set(name, child);
  };
  const end = async (name: string, signal: NodeJS.Signals) => {
    const child = children.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const ready = async () => {
    const until = Date.now() + 150_000;
    for (const name of names) {
      while (!(await fetch(`${urlOf(name)}/readyz`).catch(() => undefined))?.ok) {
        if (Date.now() > until)
          throw new Error(`${name} is not ready: see ${join(dataDir, 'processes.log')}`);
        // A role that could not start (a lock held by the process just killed) is started again, as a supervisor would.
        if (children.get(name)?.exitCode !== null) launch(name);
        await sleep(100);
      }
    }
  };
  const stop = async () => {
    stopping = true;
    for (const name of names) await end(name, 'SIGTERM');
    log.end();
  };
  for (const name of names) launch(name);
  try {
    await ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: urlOf(names.find((name) => members[name] === 'api') as string),
    dataDir,
    urlOf,
    failed,
    kill: async (name, signal = 'SIGKILL') => {
      await end(name, signal);
      launch(name);
    },
    end,
    start: launch,
    ready,
    stop,
  };
}
