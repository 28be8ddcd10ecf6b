import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { constants, homedir, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../testing/free-port.ts';

/** Where programs stay between runs. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'balcao-ci');

/** On somebody's own machine nothing large is fetched or built unasked. */
export const mayFetch = Boolean(process.env.CI);

export interface BuiltServer {
  readonly port: number;
  /** Its data; gone with it. */
  readonly folder: string;
  stop(): Promise<void>;
}

/**
 * Resolves with a server that `scripts/ci/{name}.sh` builds with Go, started on a free port of loopback and an empty
 * folder.
 * @throws Error saying why there is none: in CI it takes Go, elsewhere it must have been built before
 */
export async function startBuilt(
  name: string,
  args: (port: number, folder: string) => readonly string[],
): Promise<BuiltServer> {
  if (!mayFetch && globSync(`${name}-*`, { cwd: cache }).length === 0)
    throw new Error('none is built, and only CI builds one');
  const script = join(import.meta.dirname, `../ci/${name}.sh`);
  const build = promisify(execFile)('sh', [script, cache]);
  // What is tested meanwhile goes first.
  if (build.child.pid !== undefined) setPriority(build.child.pid, constants.priority.PRIORITY_LOW);
  const { stdout } = await build.catch((error: { stderr?: string }) => {
    throw new Error(error.stderr?.trim().split('\n').at(-1) ?? 'it could not be built');
  });
  const folder = await mkdtemp(join(tmpdir(), `balcao-${name}-`));
  const port = await freePort();
  const child = spawn(stdout.trim(), args(port, folder), { stdio: 'ignore' });
  const gone = once(child, 'exit').catch(() => undefined);
  const stop = async () => {
    child.kill();
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  for (let turn = 0; !(await answers(port)); turn++) {
    if (turn === 200 || child.exitCode !== null) {
      await stop();
      throw new Error('it did not start');
    }
    await sleep(50);
  }
  return { port, folder, stop };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
