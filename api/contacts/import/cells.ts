import { checkArchive, SheetError } from './archive.ts';

/** 20,000 rows with a name, a number and an e-mail unfold to less than 10 MB; a sheet with many more columns to this. */
const mostUnzipped = 50 * 1024 * 1024;
const mostColumns = 50;

/** Files of older spreadsheet programs are not UTF-8; everything else is. */
const textOf = (content: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
};

const delimiterOf = (text: string): string => {
  const line = text.slice(0, 10_000).split(/\r\n|\n|\r/)[0] ?? '';
  const often = (delimiter: string) => line.split(delimiter).length;
  return [';', ',', '\t'].toSorted((one, other) => often(other) - often(one))[0]!;
};

// Each reader is loaded for its own kind only: the process begins with every file.

const fromText = async (bytes: Uint8Array, rows: number): Promise<string[][]> => {
  const { parse } = await import('csv-parse/sync');
  const text = textOf(bytes);
  return parse(text, {
    delimiter: delimiterOf(text),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: rows + 1,
  }) as unknown as string[][];
};

/** A number in a cell may be shown as 5,51E+12: what is stored counts. */
const written = (cell: unknown): string => {
  if (typeof cell === 'number') return cell.toLocaleString('fullwide', { useGrouping: false });
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return String(cell ?? '');
};

const fromXlsx = async (bytes: Buffer, rows: number): Promise<string[][]> => {
  await checkArchive(bytes, mostUnzipped);
  const { streamXlsxRows } = await import('hucre/xlsx');
  const found: string[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes, { maxRows: rows + 1 })) {
    // A sheet may jump: rows keep the numbers that the spreadsheet program shows.
    if (index > rows) throw new SheetError('tooManyRows', 'too many rows');
    while (found.length < index) found.push([]);
    found.push(values.slice(0, mostColumns).map(written));
  }
  return found;
};

/** Of the old binary format there is no other reader: only here, where memory and time are bounded. */
const fromXls = async (bytes: Uint8Array, rows: number): Promise<string[][]> => {
  const { read, utils } = await import('@e965/xlsx');
  const book = read(bytes, {
    type: 'array',
    dense: true,
    sheetRows: rows + 1,
    cellFormula: false,
    cellHTML: false,
    cellStyles: false,
    bookVBA: false,
  });
  const first = book.Sheets[book.SheetNames[0] ?? ''];
  if (!first) return [];
  const found = utils.sheet_to_json<unknown[]>(first, { header: 1, raw: true, blankrows: true, defval: '' });
  return found.map((cells) => cells.slice(0, mostColumns).map(written));
};

export type SheetKind = 'xlsx' | 'xls' | 'text';

/** Returns the cells of a file's first sheet, at most `rows` of it. @throws SheetError when there are more, and others */
export async function readCells(bytes: Buffer, kind: SheetKind, rows: number): Promise<string[][]> {
  const reader = { text: fromText, xls: fromXls, xlsx: fromXlsx }[kind];
  const cells = await reader(bytes, rows);
  if (cells.length > rows) throw new SheetError('tooManyRows', 'too many rows');
  return cells;
}
