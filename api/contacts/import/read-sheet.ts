import { DomainError } from '../../../domain/errors.ts';
import { newId } from '../../../domain/kernel/ids.ts';
import { acquireLease, renewedBySelf } from '../../../domain/ports/lease.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { SentFile } from '../../http/multipart.ts';
import { runBounded } from './bounded-process.ts';
import type { SheetKind } from './cells.ts';
import type { RowsPart, SheetReading } from './rows.ts';
import type { SheetAnswer, SheetOrder } from './sheet-process.ts';

/** What a file may be, and what reading it may take. */
export interface SheetLimits {
  readonly rows: number;
  readonly bytes: number;
  /** Whoever takes the rows may take his time: they are read no faster. */
  readonly patienceMs: number;
  readonly memoryMb: number;
  readonly mostOutput: number;
  readonly order: SheetOrder;
}

export const contactSheets: SheetLimits = {
  rows: 100_000,
  bytes: 20 * 1024 * 1024,
  patienceMs: 60_000,
  memoryMb: 500,
  mostOutput: 64 * 1024 * 1024,
  order: 'file',
};
/** Of a contact list, whose items lie in buckets: those of one come together. */
export const listSheets: SheetLimits = {
  rows: 1_000_000,
  bytes: 100 * 1024 * 1024,
  patienceMs: 15 * 60_000,
  memoryMb: 1_000,
  mostOutput: 512 * 1024 * 1024,
  order: 'bucket',
};
/** Each may take a core and half a gigabyte for a while. */
const mostAtOnce = 2;
let readingCount = 0;

const unreadable = (message: string) =>
  new DomainError('ERR_VALIDATION', message, { errors: { file: 'unreadable' } });
const busyError = () =>
  new DomainError('ERR_TOO_MANY_REQUESTS', 'Other files are being read', { details: { retryAfter: 5 } });

/** Documents without a binary byte. Web pages among them: systems of old call such a table .xls, and read as a list it had no row. */
const otherText = /^\s*(%PDF-|\{\\rtf|<)/;

/** Returns a file's kind by its bytes, never by its name. @throws ERR_MEDIA_TYPE */
const kindOf = (bytes: Buffer): SheetKind => {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return 'xls';
  if (bytes.includes(0) || otherText.test(bytes.toString('utf8', 0, 100)))
    throw new DomainError('ERR_MEDIA_TYPE', 'Neither .xlsx, .xls nor .csv');
  return 'text';
};

/**
 * Returns what is to be read of a file. A text that calls itself .xlsx is none that a spreadsheet program wrote or opens:
 * read as a list, whatever stands in it would pass for contacts.
 * @throws ERR_VALIDATION (`file`: notSpreadsheet), ERR_MEDIA_TYPE
 */
export function sheetOf({ name, bytes }: SentFile): Buffer {
  if (bytes.length > 0 && /\.xlsx$/i.test(name) && kindOf(bytes) === 'text')
    throw new DomainError('ERR_VALIDATION', 'Called .xlsx, and is a text', {
      errors: { file: 'notSpreadsheet' },
    });
  return bytes;
}

/**
 * Returns the contacts of a .xlsx, .xls or .csv file (its first sheet), read in a process of its own with little memory
 * and little time, and told in parts so that nobody holds all of them; one file of a company at a time, whichever
 * process it was sent to.
 * @throws ERR_VALIDATION (`file`: empty, unreadable), ERR_TOO_LARGE (bytes, rows, or what it unfolds to),
 * ERR_MEDIA_TYPE, ERR_TOO_MANY_REQUESTS (another file of the company, or too many in all, are being read)
 */
export async function* readSheet(
  state: StateStore,
  companyId: string,
  bytes: Buffer,
  limits: SheetLimits = contactSheets,
  how: SheetReading = {},
): AsyncGenerator<RowsPart> {
  if (bytes.length === 0)
    throw new DomainError('ERR_VALIDATION', 'Empty file', { errors: { file: 'empty' } });
  const kind = kindOf(bytes);
  // Held for seconds at a time: should this process die meanwhile, a company does not wait for all that a file may take.
  const lease = await acquireLease({
    state,
    key: `sheet-reading/${companyId}`,
    value: { reading: newId() },
    leaseMs: 20_000,
  });
  if (lease === undefined) throw busyError();
  const turn = renewedBySelf(lease, 5_000);
  try {
    if (readingCount >= mostAtOnce) throw busyError();
    readingCount += 1;
    try {
      yield* readRows(bytes, kind, limits, how);
    } finally {
      readingCount -= 1;
    }
  } finally {
    await turn.release();
  }
}

async function* readRows(
  bytes: Buffer,
  kind: SheetKind,
  limits: SheetLimits,
  how: SheetReading,
): AsyncGenerator<RowsPart> {
  for await (const line of linesOf(outputOf(bytes, kind, limits, how))) {
    const answer = JSON.parse(line) as SheetAnswer;
    if (!('refused' in answer)) yield answer;
    else if (answer.refused === 'tooManyRows')
      throw new DomainError('ERR_TOO_LARGE', `More than ${limits.rows} rows`, {
        details: { rows: limits.rows },
      });
    else if (answer.refused === 'tooLarge') throw new DomainError('ERR_TOO_LARGE', answer.message);
    else throw unreadable(answer.message);
  }
}

async function* outputOf(
  bytes: Buffer,
  kind: SheetKind,
  { rows, patienceMs, mostOutput, memoryMb, order }: SheetLimits,
  how: SheetReading,
): AsyncGenerator<Buffer> {
  const run = runBounded({
    script: new URL('./sheet-process.ts', import.meta.url),
    args: [kind, String(rows + 1), order, JSON.stringify(how)],
    input: bytes,
    timeoutMs: patienceMs,
    mostOutput,
    memoryMb,
  });
  try {
    yield* run;
  } catch (error) {
    throw unreadable(`The file could not be read: ${(error as Error).message}`);
  }
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begunLine: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...begunLine, piece.subarray(from, end)]).toString();
      begunLine = [];
      from = end + 1;
    }
    begunLine.push(piece.subarray(from));
  }
}
