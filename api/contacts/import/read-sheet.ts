import { DomainError } from '../../../domain/errors.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import { runBounded } from './bounded-process.ts';
import type { SheetKind } from './cells.ts';
import type { ReadRows } from './rows.ts';
import type { SheetAnswer } from './sheet-process.ts';

export const mostRows = 100_000;
export const mostBytes = 20 * 1024 * 1024;
const patienceMs = 60_000;
/** Each may take a core and half a gigabyte for a while. */
const mostAtOnce = 2;
let reading = 0;

const unreadable = (message: string) =>
  new DomainError('ERR_VALIDATION', message, { errors: { file: 'unreadable' } });
const busy = () =>
  new DomainError('ERR_TOO_MANY_REQUESTS', 'Other files are being read', { details: { retryAfter: 5 } });

/** By its bytes, never by its name. @throws ERR_MEDIA_TYPE */
const kindOf = (bytes: Buffer): SheetKind => {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'xls';
  if (bytes.includes(0)) throw new DomainError('ERR_MEDIA_TYPE', 'Neither .xlsx, .xls nor .csv');
  return 'text';
};

/**
 * The contacts of a .xlsx, .xls or .csv file (its first sheet), read in a process of its own with little memory and
 * little time; one file of a company at a time, whichever process it was sent to.
 * @throws ERR_VALIDATION (`file`: empty, unreadable), ERR_TOO_LARGE (bytes, rows, or what it unfolds to),
 * ERR_MEDIA_TYPE, ERR_TOO_MANY_REQUESTS (another file of the company, or too many in all, are being read)
 */
export async function readSheet(state: StateStore, companyId: string, bytes: Buffer): Promise<ReadRows> {
  if (bytes.length === 0)
    throw new DomainError('ERR_VALIDATION', 'Empty file', { errors: { file: 'empty' } });
  const kind = kindOf(bytes);
  // It ends by itself should this process die meanwhile.
  const turn = await state.set(`sheet-reading/${companyId}`, true, {
    expected: null,
    ttlMs: patienceMs + 5_000,
  });
  if (turn === undefined) throw busy();
  try {
    if (reading >= mostAtOnce) throw busy();
    reading += 1;
    try {
      return await read(bytes, kind);
    } finally {
      reading -= 1;
    }
  } finally {
    await state.delete(turn.key, { expected: turn.version });
  }
}

async function read(bytes: Buffer, kind: SheetKind): Promise<ReadRows> {
  const output = await runBounded({
    script: new URL('./sheet-process.ts', import.meta.url),
    args: [kind, String(mostRows + 1)],
    input: bytes,
    timeoutMs: patienceMs,
    mostOutput: 64 * 1024 * 1024,
    memoryMb: 500,
  }).catch((error: unknown) => {
    throw unreadable(`The file could not be read: ${(error as Error).message}`);
  });
  const answer = JSON.parse(output.toString()) as SheetAnswer;
  if ('read' in answer) return answer.read;
  if (answer.refused === 'tooManyRows')
    throw new DomainError('ERR_TOO_LARGE', `More than ${mostRows} rows`, { details: { rows: mostRows } });
  if (answer.refused === 'tooLarge') throw new DomainError('ERR_TOO_LARGE', answer.message);
  throw unreadable(answer.message);
}
