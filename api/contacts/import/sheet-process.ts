import { buffer } from 'node:stream/consumers';
import { SheetError } from './archive.ts';
import { readCells, type SheetKind } from './cells.ts';
import { type RowsPart, readRows } from './rows.ts';

/** What the process answers on its standard output: lines of JSON, of rows or why there are none. */
export type SheetAnswer = RowsPart | { readonly refused: SheetError['code']; readonly message: string };

const partSize = 200;

/**
 * The process that reads a file: told its kind and how many rows it may have, given the bytes on its standard input. It
 * knows no secret and writes nothing but its answer; `read-sheet.ts` says what memory and time it has.
 */
const [kind, rows] = process.argv.slice(2);
async function answers(): Promise<readonly SheetAnswer[]> {
  try {
    const cells = await readCells(await buffer(process.stdin), kind as SheetKind, Number(rows));
    const { valid, errors } = readRows(cells);
    return Array.from({ length: Math.ceil(Math.max(valid.length, errors.length) / partSize) }, (_, part) => ({
      valid: valid.slice(part * partSize, (part + 1) * partSize),
      errors: errors.slice(part * partSize, (part + 1) * partSize),
    }));
  } catch (error) {
    const code = error instanceof SheetError ? error.code : 'unreadable';
    return [{ refused: code, message: (error as Error).message.slice(0, 300) }];
  }
}
for (const answer of await answers()) process.stdout.write(`${JSON.stringify(answer)}\n`);
