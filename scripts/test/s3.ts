import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltServer, startBuilt } from './built-server.ts';

export interface S3Server {
  /** What it is, for whoever reads the run. */
  readonly name: string;
  /** A setting `MEDIA_STORE` with an empty bucket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the S3 server that is there (`MEDIA_STORE_URL`) or starts versitygw; undefined, with the reason said, without Go. */
export async function startS3(say: (line: string) => void): Promise<S3Server | undefined> {
  const given = process.env.MEDIA_STORE_URL;
  if (given) return { name: 'the one of MEDIA_STORE_URL', url: given, stop: async () => undefined };
  let server: BuiltServer;
  try {
    server = await startBuilt('versitygw', (port, folder) => [
      ...['--quiet', '--access', 'balcao', '--secret', 'segredo-de-teste'],
      ...['--port', `127.0.0.1:${port}`, 'posix', folder],
    ]);
  } catch (error) {
    say(`No S3 server: ${(error as Error).message}`);
    return undefined;
  }
  await mkdir(join(server.folder, 'desk'));
  const url = `s3://balcao:segredo-de-teste@127.0.0.1:${server.port}/desk/files?tls=false`;
  return { name: 'versitygw', url, stop: server.stop };
}
