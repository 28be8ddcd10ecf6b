import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { bucketOf, buckets } from '../../../domain/contact-list/items.ts';
import { SheetError } from './archive.ts';
import { readCells, type SheetKind } from './cells.ts';
import { createRowReader, type ImportRow, type RowError, type RowsPart, type SheetReading } from './rows.ts';

/** What the process answers on its standard output: lines of JSON, of rows or why there are none. */
export type SheetAnswer = RowsPart | { readonly refused: SheetError['code']; readonly message: string };

/** In which order rows are answered: that of the file, or by where they stand in a contact list. */
export type SheetOrder = 'file' | 'bucket';

const partSize = 200;

/** No faster than it is taken. */
const answer = async (lines: string): Promise<void> => {
  if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
};
const line = (part: Partial<RowsPart>): string => `${JSON.stringify({ valid: [], errors: [], ...part })}\n`;

/** Returns rows kept as text until the file is known to be sound and whole: a million objects would take three times as much. */
function createKept(order: SheetOrder) {
  const lines: string[][] = Array.from({ length: order === 'bucket' ? buckets : 1 }, () => []);
  const parts: ImportRow[][] = lines.map(() => []);
  const putPart = (at: number) => {
    lines[at]!.push(line({ valid: parts[at]! }));
    parts[at] = [];
  };
  return {
    add(row: ImportRow): void {
      const at = order === 'bucket' ? bucketOf(row.number, '') : 0;
      parts[at]!.push(row);
      if (parts[at]!.length === partSize) putPart(at);
    },
    *all(): Generator<string> {
      for (const [at, texts] of lines.entries()) {
        if (parts[at]!.length > 0) putPart(at);
        yield* texts;
      }
    },
  };
}

/**
 * The process that reads a file: told its kind, how many rows it may have, how they are wanted and what its columns are, given the bytes on its standard input. It
 * knows no secret and writes nothing but its answer; `read-sheet.ts` says what memory and time it has.
 */
const [kind, rows, order, readingJson] = process.argv.slice(2);
try {
  const reader = createRowReader(JSON.parse(readingJson!) as SheetReading);
  const keptRows = createKept(order as SheetOrder);
  const errors: RowError[] = [];
  for await (const cells of readCells(await buffer(process.stdin), kind as SheetKind, Number(rows))) {
    const row = reader.read(cells);
    if (row === undefined) continue;
    if ('valid' in row) keptRows.add(row.valid);
    else errors.push(row.error);
  }
  // Nothing is answered of a file that is refused at its end.
  await answer(line({ columns: reader.columns() }));
  for (let from = 0; from < errors.length; from += partSize)
    await answer(line({ errors: errors.slice(from, from + partSize) }));
  for (const lines of keptRows.all()) await answer(lines);
} catch (error) {
  const code = error instanceof SheetError ? error.code : 'unreadable';
  await answer(`${JSON.stringify({ refused: code, message: (error as Error).message.slice(0, 300) })}\n`);
}
