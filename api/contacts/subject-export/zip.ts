import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** What is packed already is not packed again. */
  readonly compress: boolean;
}

/**
 * Returns an archive that is made while it is read: the next entry is asked for when the one before has gone out, so that
 * neither files nor conversations are ever held whole. `done` resolves when it has ended, whoever reads it or goes away.
 */
export function createZip(entries: AsyncIterable<ZipEntry>): {
  readonly stream: Readable;
  readonly done: Promise<void>;
} {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error) => stream.destroy(error as Error));
  const closedEarly = once(stream, 'close').then(() => {
    throw new Error('nobody reads it any more');
  });
  // Looked at only while something is being packed.
  closedEarly.catch(() => {});

  async function pack(): Promise<void> {
    for await (const { name, content, compress } of entries) {
      const source = Readable.from(content, { objectMode: false });
      zip.addReadStreamLazy(name, { compress }, (give) => give(null, source));
      try {
        await Promise.race([finished(source), closedEarly]);
      } finally {
        source.destroy();
      }
    }
    zip.end();
  }
  const packed = pack().catch((error: unknown) => {
    if (!stream.destroyed) stream.destroy(error as Error);
  });
  return { stream, done: Promise.all([packed, closedEarly.catch(() => {})]).then(() => {}) };
}
