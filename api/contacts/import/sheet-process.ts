import { buffer } from 'node:stream/consumers';
import { SheetError } from './archive.ts';
import { readCells, type SheetKind } from './cells.ts';
import { type ReadRows, readRows } from './rows.ts';

/** What the process answers on its standard output, as JSON. */
export type SheetAnswer =
  | { readonly read: ReadRows }
  | { readonly refused: SheetError['code']; readonly message: string };

/**
 * The process that reads a file: told its kind and how many rows it may have, given the bytes on its standard input. It
 * knows no secret and writes nothing but its answer; `read-sheet.ts` says what memory and time it has.
 */
const [kind, rows] = process.argv.slice(2);
const answer = async (): Promise<SheetAnswer> => {
  try {
    return { read: readRows(await readCells(await buffer(process.stdin), kind as SheetKind, Number(rows))) };
  } catch (error) {
    const code = error instanceof SheetError ? error.code : 'unreadable';
    return { refused: code, message: (error as Error).message.slice(0, 300) };
  }
};
process.stdout.write(JSON.stringify(await answer()));
