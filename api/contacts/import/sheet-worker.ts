import { parentPort, workerData } from 'node:worker_threads';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { readRows } from './rows.ts';

/** Reads a file and looks at its rows in a thread of its own: a large or hostile one must not hold up the server. */
const { bytes, kind, rows } = workerData as {
  bytes: Uint8Array;
  kind: 'sheet' | 'text';
  rows: number;
};

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

const fromText = (): string[][] => {
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
const written = (cell: unknown): string =>
  typeof cell === 'number' ? cell.toLocaleString('fullwide', { useGrouping: false }) : String(cell ?? '');

const fromSheet = (): string[][] => {
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
  return found.map((cells) => cells.slice(0, 50).map(written));
};

const sheet = kind === 'text' ? fromText() : fromSheet();
parentPort?.postMessage(sheet.length > rows ? 'too many' : readRows(sheet));
