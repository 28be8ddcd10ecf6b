import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cache, mayFetch, startBuilt } from './built-server.ts';

/** A server of MongoDB's protocol for the suites that want one. */
export interface MongoServer {
  /** What it is, for whoever reads the run. */
  readonly name: string;
  readonly url: string;
  stop(): Promise<void>;
}

const downloads = 'https://fastdl.mongodb.org/';
const version = '8.0.17';

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

/** Resolves with a mongod. @throws Error saying why there is none */
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

/**
 * Resolves with the library. It reads its settings from the environment and the package file when it is loaded: only
 * who wants a mongod does.
 */
async function loadMemoryServer() {
  const { MongoMemoryServer } = await import('mongodb-memory-server-core');
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  return { MongoMemoryServer, MongoBinary };
}

/** Resolves with a FerretDB. @throws Error saying why there is none: it takes Go, and a minute where it was never built */
async function startFerretDb(): Promise<MongoServer> {
  const server = await startBuilt('ferretdb', (port, folder) => [
    ...['--handler=sqlite', `--sqlite-url=file:${folder}/`, `--state-dir=${folder}`],
    ...[`--listen-addr=127.0.0.1:${port}`, '--debug-addr=-', '--telemetry=disable', '--log-level=error'],
  ]);
  return {
    name: 'FerretDB, for want of a mongod',
    url: `mongodb://127.0.0.1:${server.port}/balcao`,
    stop: server.stop,
  };
}
