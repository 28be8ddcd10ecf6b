import { z } from 'zod';
import type { ImportRowError } from '../../../contract/contact-import.ts';
import { addressKey, hasLetters, isNumber, normalizeAddress } from '../../../domain/contact/address.ts';
import { cleanName, withoutControls } from '../../../domain/text/clean.ts';
import { longestName } from '../input.ts';
import { type Columns, columnsOf, type SheetColumn, shownColumns } from './columns.ts';

export interface ImportRow {
  /** As spreadsheet programs number it: the first is 1, the header included. */
  readonly row: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
  /** Their name is their number, for they have none. */
  readonly nameless?: true;
}
export type RowError = Readonly<ImportRowError>;
type RowErrorCode = RowError['code'];
/** Some rows of a file, in their order. */
export interface RowsPart {
  readonly valid: readonly ImportRow[];
  readonly errors: readonly RowError[];
  /** Told once, before any row: what the file's columns are taken for. */
  readonly columns?: readonly SheetColumn[];
}
export interface ReadRows extends RowsPart {
  /** Rows with anything in them, without the header. */
  readonly total: number;
}

/** Returns a text without the apostrophe with which our own export guards what a spreadsheet would run as a formula. */
const withoutGuard = (text: string): string =>
  withoutControls(text)
    .trim()
    .replace(/^'(?=[=+\-@])/, '');

const mostLetters = 50;
/** Returns a telephone number without the decimals that programs write behind any number: as a digit they would make it somebody else's. */
const withoutDecimals = (text: string): string => text.replace(/^(\+?\d{8,})[.,]0+$/, '$1');

const email = z.email().max(200);
const length = (value: string, min: number, max: number): RowErrorCode | undefined => {
  const found = [...value].length;
  if (found === 0) return 'required';
  return found < min ? 'short' : found > max ? 'long' : undefined;
};

type Field = RowError['field'];

/** How a file is read. */
export interface SheetReading {
  /** Absent: by its headings. */
  readonly columns?: Columns | undefined;
  /** Who has no name is called by their number, instead of being refused. */
  readonly nameless?: boolean | undefined;
  /** The rest of a name that stands in a column of its own is part of it, where columns are known by their headings. */
  readonly surnames?: boolean | undefined;
}

/** Returns a name with the rest of it that stands beside it; as it is where it has that already, or would be too long. */
function fullName(name: string, surname: string): string {
  if (surname === '' || ` ${name}`.toLowerCase().endsWith(` ${surname}`.toLowerCase())) return name;
  const full = `${name} ${surname}`.trim();
  return [...full].length > mostLetters ? name : full;
}

/** Returns the first thing that is wrong with a row; undefined when nothing is. `number`: as it would be stored. */
function wrongIn(
  values: Readonly<Record<Field, string>>,
  number: string,
): Pick<RowError, 'field' | 'code'> | undefined {
  const name = length(values.name, 2, mostLetters);
  if (name) return { field: 'name', code: name };
  const written = length(values.number, 8, 50);
  if (written) return { field: 'number', code: written };
  if (hasLetters(values.number) || !isNumber(number)) return { field: 'number', code: 'invalid' };
  if (values.email !== '' && !email.safeParse(values.email).success) return { field: 'email', code: 'email' };
  return undefined;
}

/** A row of a file: one that can be imported, or the first thing that is wrong with it. */
export type SheetRow = { readonly valid: ImportRow } | { readonly error: RowError };

/** Returns what reads the rows of a file one after the other, and tells what its columns are once the first was read. */
export function createRowReader({ columns: chosenColumns, nameless, surnames }: SheetReading = {}) {
  const seenNumbers = new Set<string>();
  let knownColumns: ReturnType<typeof columnsOf> | undefined;
  let firstRow: readonly string[] = [];
  let sample: readonly string[] | undefined;
  let row = 0;
  return {
    /** @returns undefined: nothing is in it, or it says what is where */
    read(cells: readonly string[]): SheetRow | undefined {
      row += 1;
      const isFirst = knownColumns === undefined;
      if (isFirst) firstRow = cells;
      knownColumns ??= columnsOf(cells, chosenColumns);
      const { at, header } = knownColumns;
      if ((header && isFirst) || cells.every((cell) => cell.trim() === '')) return undefined;
      sample ??= cells;
      const cell = (field: Field) => withoutGuard(cells[at[field] ?? -1] ?? '');
      const surname = surnames ? (cells[knownColumns.surname ?? -1] ?? '') : '';
      const values = {
        name: fullName(cleanName(cell('name'), longestName), cleanName(surname, longestName)),
        number: withoutDecimals(cell('number')),
        email: cell('email'),
      };
      const number = normalizeAddress(values.number);
      const key = addressKey(number);
      const isNameless = nameless === true && values.name === '';
      const wrong =
        wrongIn(isNameless ? { ...values, name: number } : values, number) ??
        (seenNumbers.has(key) ? { field: 'number' as const, code: 'repeated' as const } : undefined);
      if (wrong) {
        const named = isNameless && wrong.field === 'name' ? { field: 'number', code: 'required' } : wrong;
        return {
          error: { row, ...(named as typeof wrong), value: values[named.field as Field].slice(0, 100) },
        };
      }
      seenNumbers.add(key);
      return {
        valid: { row, ...values, number, ...(isNameless && { name: number, nameless: true as const }) },
      };
    },
    columns: (): readonly SheetColumn[] =>
      knownColumns ? shownColumns(knownColumns, firstRow, sample ?? []) : [],
  };
}

/** Returns what can be imported of a file's rows, and what is wrong with the others: the first thing of each. */
export function readRows(sheet: readonly (readonly string[])[]): ReadRows {
  const { read } = createRowReader();
  const rows = sheet.flatMap((cells) => read(cells) ?? []);
  const valid = rows.flatMap((row) => ('valid' in row ? [row.valid] : []));
  const errors = rows.flatMap((row) => ('error' in row ? [row.error] : []));
  return { valid, errors, total: valid.length + errors.length };
}
