import { Worker } from 'node:worker_threads';
import { DomainError } from '../../../domain/errors.ts';
import type { ReadRows } from './rows.ts';

export const mostRows = 20_000;
export const mostBytes = 10 * 1024 * 1024;
/** What a spreadsheet may unfold to: a few kilobytes of zip can hold gigabytes. */
const mostUnzipped = 200 * 1024 * 1024;
const patienceMs = 30_000;
/** Each may take a core and half a gigabyte for a while. */
const mostAtOnce = 3;
let reading = 0;

const unreadable = (message: string) =>
  new DomainError('ERR_VALIDATION', message, { errors: { file: 'unreadable' } });

/** The sizes that a zip's directory declares, added up. */
const unzippedSize = (bytes: Buffer): number => {
  let size = 0;
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 46))
    if (at + 28 <= bytes.length) size += bytes.readUInt32LE(at + 24);
  return size;
};

/** By its bytes, never by its name. @throws ERR_MEDIA_TYPE, ERR_TOO_LARGE */
const kindOf = (bytes: Buffer): 'sheet' | 'text' => {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    if (unzippedSize(bytes) > mostUnzipped) throw new DomainError('ERR_TOO_LARGE');
    return 'sheet';
  }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'sheet';
  if (bytes.includes(0)) throw new DomainError('ERR_MEDIA_TYPE', 'Neither .xlsx, .xls nor .csv');
  return 'text';
};

/**
 * The contacts of a .xlsx, .xls or .csv file (its first sheet). The thread that reads it has little memory and little
 * time.
 * @throws ERR_VALIDATION (`file`: empty, unreadable), ERR_TOO_LARGE (bytes or rows), ERR_MEDIA_TYPE,
 * ERR_TOO_MANY_REQUESTS (too many are being read in this process)
 */
export async function readSheet(bytes: Buffer): Promise<ReadRows> {
  if (bytes.length === 0)
    throw new DomainError('ERR_VALIDATION', 'Empty file', { errors: { file: 'empty' } });
  const kind = kindOf(bytes);
  if (reading >= mostAtOnce)
    throw new DomainError('ERR_TOO_MANY_REQUESTS', 'Other files are being read', {
      details: { retryAfter: 5 },
    });
  reading += 1;
  try {
    return await inThread(bytes, kind);
  } finally {
    reading -= 1;
  }
}

async function inThread(bytes: Buffer, kind: 'sheet' | 'text'): Promise<ReadRows> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { bytes, kind, rows: mostRows + 1 },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    const read = await new Promise<ReadRows | 'too many'>((resolve, reject) => {
      const timer = setTimeout(() => reject(unreadable('It takes too long to read')), patienceMs);
      worker.once('message', resolve);
      worker.once('error', (error) => reject(unreadable((error as Error).message)));
      worker.once('exit', () => reject(unreadable('The file could not be read')));
      const done = () => clearTimeout(timer);
      worker.once('message', done).once('exit', done);
    });
    if (read === 'too many')
      throw new DomainError('ERR_TOO_LARGE', `More than ${mostRows} rows`, { details: { rows: mostRows } });
    return read;
  } finally {
    await worker.terminate();
  }
}
