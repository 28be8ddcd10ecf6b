import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, password } from '../browser/server.ts';

export const roles = ['api', 'projector', 'gateway'] as const;
export type Role = (typeof roles)[number];

export interface Cluster {
  readonly url: string;
  readonly dataDir: string;
  /** `kill -9`, then started again at once. */
  kill(role: Role): Promise<void>;
  /** Until every role says it is ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** The three roles as processes of their own on one data folder, as in production but on embedded stores. */
export async function startCluster(dataDir: string): Promise<Cluster> {
  const children = new Map<Role, ChildProcess>();
  const ports = new Map<Role, number>();
  for (const role of roles) ports.set(role, await freePort());
  const log = createWriteStream(join(dataDir, 'processes.log'), { flags: 'a' });
  let stopping = false;

  const launch = (role: Role) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../start.mjs'), '--demo', '--roles', role],
      {
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          PORT: String(ports.get(role)),
          HOST: '127.0.0.1',
          ADMIN_PASSWORD: password,
          DEMO_TRAFFIC: '0',
          LOG_LEVEL: 'warn',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.stdout?.on('data', (chunk) => log.write(chunk));
    child.stderr?.on('data', (chunk) => log.write(`[${role}] ${chunk}`));
    child.on('exit', (code) => {
      if (!stopping && code !== null && code !== 0) log.write(`[${role}] exited with ${code}\n`);
    });
    children.set(role, child);
  };
  const end = async (role: Role, signal: NodeJS.Signals) => {
    const child = children.get(role);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const ready = async () => {
    const until = Date.now() + 60_000;
    for (const role of roles) {
      while (!(await fetch(`http://127.0.0.1:${ports.get(role)}/readyz`).catch(() => undefined))?.ok) {
        if (Date.now() > until)
          throw new Error(`${role} is not ready: see ${join(dataDir, 'processes.log')}`);
        // A role that could not start (a lock held by the process just killed) is started again, as a supervisor would.
        if (children.get(role)?.exitCode !== null) launch(role);
        await sleep(100);
      }
    }
  };
  for (const role of roles) launch(role);
  await ready();
  return {
    url: `http://127.0.0.1:${ports.get('api')}`,
    dataDir,
    kill: async (role) => {
      await end(role, 'SIGKILL');
      launch(role);
    },
    ready,
    stop: async () => {
      stopping = true;
      for (const role of roles) await end(role, 'SIGTERM');
      log.end();
    },
  };
}
