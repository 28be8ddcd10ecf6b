import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { checkArchive, SheetError } from './archive.ts';

/** 20,000 rows with a name, a number and an e-mail unfold to less than 10 MB; a sheet with many more columns to this. */
const mostUnzipped = 50 * 1024 * 1024;
const mostColumns = 50;

const pieceBytes = 64 * 1024;

/**
 * Yields a file's text. Files of older spreadsheet programs are not UTF-8; everything else is. Of these each byte is a
 * letter, so that they may be cut anywhere.
 */
function* textOf(content: Buffer): Generator<Buffer | string> {
  const latin = isUtf8(content) ? undefined : new TextDecoder('windows-1252');
  for (let from = 0; from < content.length; from += pieceBytes) {
    const piece = content.subarray(from, from + pieceBytes);
    yield latin ? latin.decode(piece, { stream: true }) : piece;
  }
}

const delimiterOf = (content: Buffer): string => {
  const line =
    content
      .subarray(0, 10_000)
      .toString('latin1')
      .split(/\r\n|\n|\r/)[0] ?? '';
  const often = (delimiter: string) => line.split(delimiter).length;
  return [';', ',', '\t'].toSorted((one, other) => often(other) - often(one))[0]!;
};

// Each reader is loaded for its own kind only: the process begins with every file.

/** A first line by which spreadsheet programs are told the delimiter: no row, for them neither. */
const delimiterLine = /^(?:\u00ef\u00bb\u00bf)?"?sep=([;,|\t])"?(?:\r\n|\n|\r)/i;

async function* fromText(content: Buffer, rows: number): AsyncGenerator<string[]> {
  const { parse } = await import('csv-parse');
  const told = delimiterLine.exec(content.toString('latin1', 0, 20));
  const bytes = told ? content.subarray(told[0].length) : content;
  const parser = parse({
    delimiter: told?.[1] ?? delimiterOf(bytes),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: rows + 1,
  });
  Readable.from(textOf(bytes))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  yield* parser as AsyncIterable<string[]>;
}

/** Returns what is stored in a cell: a number may be shown as 5,51E+12. */
const cellText = (cell: unknown): string => {
  if (typeof cell === 'number') return cell.toLocaleString('fullwide', { useGrouping: false });
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return String(cell ?? '');
};

async function* fromXlsx(bytes: Buffer, rows: number): AsyncGenerator<string[]> {
  await checkArchive(bytes, mostUnzipped);
  const { streamXlsxRows } = await import('hucre/xlsx');
  let next = 0;
  for await (const { index, values } of streamXlsxRows(bytes, { maxRows: rows + 1 })) {
    // A sheet may jump: rows keep the numbers that the spreadsheet program shows.
    if (index > rows) throw new SheetError('tooManyRows', 'too many rows');
    for (; next < index; next++) yield [];
    next += 1;
    yield values.slice(0, mostColumns).map(cellText);
  }
}

/** Yields the rows of the old binary format, for which there is no other reader: only here, where memory and time are bounded. */
async function* fromXls(bytes: Buffer, rows: number): AsyncGenerator<string[]> {
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
  if (!first) return;
  const found = utils.sheet_to_json<unknown[]>(first, { header: 1, raw: true, blankrows: true, defval: '' });
  for (const cells of found) yield cells.slice(0, mostColumns).map(cellText);
}

export type SheetKind = 'xlsx' | 'xls' | 'text';

/** Yields the cells of a file's first sheet, row by row, at most `rows` of them. @throws SheetError when there are more, and others */
export async function* readCells(bytes: Buffer, kind: SheetKind, rows: number): AsyncGenerator<string[]> {
  const reader = { text: fromText, xls: fromXls, xlsx: fromXlsx }[kind];
  let count = 0;
  for await (const cells of reader(bytes, rows)) {
    count += 1;
    if (count > rows) throw new SheetError('tooManyRows', 'too many rows');
    yield cells;
  }
}
