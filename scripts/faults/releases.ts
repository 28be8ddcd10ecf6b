import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureConsole } from '../../server/console-build.ts';
import { farQuotas } from '../../server/quota-settings.ts';
import { password } from '../../testing/browser/server.ts';
import { freePort } from '../../testing/free-port.ts';
import type { Role } from '../crash-test/cluster.ts';

const root = join(import.meta.dirname, '../..');
const shipped = [
  'domain',
  'contract',
  'messaging',
  'outgoing',
  'payments',
  'projections',
  'stores',
  'api',
  'channels',
  'records',
  'gateway',
  'server',
  'package.json',
];

/** A change of one source file: what is replaced must be there. */
export interface Edit {
  readonly path: string;
  readonly from: string | RegExp;
  readonly to: string;
}

/** Resolves with another release of this program: what an image of it holds, with these files changed. */
export async function makeRelease(
  edits: readonly Edit[],
): Promise<{ root: string; remove(): Promise<void> }> {
  await ensureConsole({ log: () => {} });
  const folder = await mkdtemp(join(tmpdir(), 'balcao-release-'));
  for (const name of shipped) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(folder, name));
  for (const { path, from, to } of edits) {
    const file = join(folder, path);
    const text = await readFile(file, 'utf8');
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`${path} has nothing that matches ${from}`);
    await writeFile(file, edited);
  }
  return { root: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface Member {
  readonly url: string;
  /** Waits until it says that it is ready, and gives what it said. */
  ready(): Promise<unknown>;
  /** SIGTERM, unless told otherwise. */
  end(signal?: NodeJS.Signals): Promise<void>;
  restart(): void;
}

/** Resolves with one role of a release, started. */
export async function startMember(
  release: { readonly root: string },
  role: Role,
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<Member> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = createWriteStream(join(env.DATA_DIR, 'processes.log'), { flags: 'a' });
  let child: ChildProcess;
  const restart = () => {
    child = spawn(process.execPath, [join(release.root, 'server/start.mjs'), '--demo', '--roles', role], {
      env: {
        ...process.env,
        ...farQuotas,
        ADMIN_PASSWORD: password,
        DEMO_PASSWORD: password,
        DEMO_TRAFFIC: '0',
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        STOP_WAIT_SECONDS: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => log.write(`[${role} ${release.root.slice(-6)}] ${chunk}`));
  };
  restart();
  return {
    url,
    restart,
    async ready() {
      const until = Date.now() + 240_000;
      for (;;) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        if (answer?.ok) return answer.json();
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(
            `the ${role} is not ready (${await answer?.text()}):\n${await readFile(join(env.DATA_DIR, 'processes.log'), 'utf8')}`,
          );
        await sleep(50);
      }
    },
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
