import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../testing/browser/server.ts';

/** A server of MongoDB's protocol for the suites that want one. */
export interface MongoServer {
  /** What it is, for whoever reads the run. */
  readonly name: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Where programs stay between runs. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'balcao-ci');
const downloads = 'https://fastdl.mongodb.org/';
const version = '8.0.17';

/** On somebody's own machine nothing large is fetched or built unasked. */
const mayFetch = Boolean(process.env.CI);

/**
 * Returns a server that is there (`READ_STORE_URL`), or starts a real mongod: one of this machine, of an earlier run, or
 * in CI downloaded where its host answers within three seconds. Else FerretDB; undefined, with the reason said, where
 * neither is to be had.
 */
export async function startMongoDb(say: (line: string) => void): Promise<MongoServer | undefined> {
  const given = process.env.READ_STORE_URL;
  if (given) return { name: 'the one of READ_STORE_URL', url: given, stop: async () => undefined };
  const none = (what: string) => (error: unknown) => say(`No ${what}: ${(error as Error).message}`);
  const mongod = await startMongod().catch(none('mongod'));
  return mongod ?? (await startFerretDb().catch(none('FerretDB'))) ?? undefined;
}

/** @throws Error saying why there is none */
export async function startMongod({
  path = process.env.PATH ?? '',
  host = downloads,
  folder = cache,
  download = mayFetch,
} = {}): Promise<MongoServer> {
  const installed = path
    .split(delimiter)
    .map((each) => join(each, 'mongod'))
    .find(existsSync);
  const { MongoBinary, MongoMemoryServer } = await loadMemoryServer();
  const binary = { version, downloadDir: folder, checkMD5: true };
  const kept = async () => {
    process.env.MONGOMS_RUNTIME_DOWNLOAD = 'false';
    try {
      return await MongoBinary.getPath(binary).catch(() => undefined);
    } finally {
      delete process.env.MONGOMS_RUNTIME_DOWNLOAD;
    }
  };
  let program = installed ?? (await kept());
  if (program === undefined) {
    if (!download) throw new Error('none is installed, and only CI downloads one');
    // It waits for minutes by itself for a host that does not answer.
    await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(3_000) }).catch(() => {
      throw new Error(`none is installed, and ${host} does not answer`);
    });
    const late = sleep(180_000, undefined, { ref: false }).then(() => {
      throw new Error('its download takes too long');
    });
    program = await Promise.race([MongoBinary.getPath(binary), late]);
  }
  const server = await MongoMemoryServer.create({
    binary: { ...binary, systemBinary: program },
    instance: { storageEngine: 'wiredTiger' },
  });
  return {
    name: `mongod (${installed ? program : version})`,
    url: server.getUri('balcao'),
    stop: async () => void (await server.stop()),
  };
}

/** It reads its settings from the environment and the package file when it is loaded: only who wants a mongod does. */
async function loadMemoryServer() {
  const { MongoMemoryServer } = await import('mongodb-memory-server-core');
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  return { MongoMemoryServer, MongoBinary };
}

/** @throws Error saying why there is none: it takes Go, and a minute where it was never built */
async function startFerretDb(): Promise<MongoServer> {
  if (!mayFetch && globSync('ferretdb-*', { cwd: cache }).length === 0)
    throw new Error('none is built, and only CI builds one (READ_STORE_URL names another server)');
  const script = join(import.meta.dirname, '../ci/ferretdb.sh');
  const { stdout } = await promisify(execFile)('sh', [script, cache]).catch((error: { stderr?: string }) => {
    throw new Error(error.stderr?.trim().split('\n').at(-1) ?? 'it could not be built');
  });
  const folder = await mkdtemp(join(tmpdir(), 'balcao-ferretdb-'));
  const port = await freePort();
  const child = spawn(
    stdout.trim(),
    [
      ...['--handler=sqlite', `--sqlite-url=file:${folder}/`, `--state-dir=${folder}`],
      ...[`--listen-addr=127.0.0.1:${port}`, '--debug-addr=-', '--telemetry=disable', '--log-level=error'],
    ],
    { stdio: 'ignore' },
  );
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
  return { name: 'FerretDB, for want of a mongod', url: `mongodb://127.0.0.1:${port}/balcao`, stop };
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
