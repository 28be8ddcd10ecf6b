import { z } from 'zod';
import { channels } from '../../../channels/registry.ts';
import { addressKey, hasLetters, isNumber, normalizeAddress } from '../../../domain/contact/address.ts';
import { plain } from '../../../domain/text/plain.ts';

export interface ImportRow {
  /** As spreadsheet programs number it: the first is 1, the header included. */
  readonly row: number;
  readonly name: string;
  readonly number: string;
  readonly email: string;
}
export type RowErrorCode = 'required' | 'short' | 'long' | 'invalid' | 'email' | 'repeated' | 'refused';
export interface RowError {
  readonly row: number;
  readonly field: 'name' | 'number' | 'email';
  readonly code: RowErrorCode;
  readonly value: string;
}
/** Some rows of a file, in their order. */
export interface RowsPart {
  readonly valid: readonly ImportRow[];
  readonly errors: readonly RowError[];
}
export interface ReadRows extends RowsPart {
  /** Rows with anything in them, without the header. */
  readonly total: number;
}

type Field = RowError['field'];
const headings: Readonly<Record<Field, readonly string[]>> = {
  name: ['name', 'nome', 'nombre', 'contato', 'contact', 'contacto'],
  number: [
    'number',
    'numero',
    'telefone',
    'phone',
    'celular',
    ...channels.flatMap(({ kind, addresses }) => (addresses === 'telephone' ? [kind] : [])),
    'telefono',
    'fone',
    'movil',
    'mobile',
  ],
  email: ['email', 'mail', 'correo', 'correoelectronico'],
};
/** A heading by its letters alone: 'E-mail' is 'email'. */
const heading = (text: string): string => plain(text).replace(/[^a-z]/g, '');

/** Which column holds what: by the first row's headings; without any, name, number, e-mail in this order. */
function columnsOf(first: readonly string[]): {
  readonly at: Readonly<Record<Field, number>>;
  readonly header: boolean;
} {
  const cells = first.map(heading);
  const find = (field: Field) => cells.findIndex((cell) => headings[field].includes(cell));
  const at = { name: find('name'), number: find('number'), email: find('email') };
  return at.number === -1 ? { at: { name: 0, number: 1, email: 2 }, header: false } : { at, header: true };
}

/** Our own export guards texts that a spreadsheet would run as formulas with an apostrophe. */
const unguarded = (text: string): string => text.trim().replace(/^'(?=[=+\-@])/, '');

const email = z.email().max(200);
const length = (value: string, min: number, max: number): RowErrorCode | undefined => {
  const found = [...value].length;
  if (found === 0) return 'required';
  return found < min ? 'short' : found > max ? 'long' : undefined;
};

/** The first thing that is wrong with a row; undefined when nothing is. `number`: as it would be stored. */
function wrongIn(
  values: Readonly<Record<Field, string>>,
  number: string,
): Pick<RowError, 'field' | 'code'> | undefined {
  const name = length(values.name, 2, 50);
  if (name) return { field: 'name', code: name };
  const written = length(values.number, 8, 50);
  if (written) return { field: 'number', code: written };
  if (hasLetters(values.number) || !isNumber(number)) return { field: 'number', code: 'invalid' };
  if (values.email !== '' && !email.safeParse(values.email).success) return { field: 'email', code: 'email' };
  return undefined;
}

/** A row of a file: one that can be imported, or the first thing that is wrong with it. */
export type SheetRow = { readonly valid: ImportRow } | { readonly error: RowError };

/** Returns what reads the rows of a file one after the other, the first of which may say what is where; undefined: nothing is in one. */
export function createRowReader(): (cells: readonly string[]) => SheetRow | undefined {
  const seen = new Set<string>();
  let columns: ReturnType<typeof columnsOf> | undefined;
  let row = 0;
  return (cells) => {
    row += 1;
    const isFirst = columns === undefined;
    columns ??= columnsOf(cells);
    const { at, header } = columns;
    if ((header && isFirst) || cells.every((cell) => cell.trim() === '')) return undefined;
    const cell = (field: Field) => unguarded(cells[at[field]] ?? '');
    const values = { name: cell('name'), number: cell('number'), email: cell('email') };
    const number = normalizeAddress(values.number);
    const key = addressKey(number);
    const wrong =
      wrongIn(values, number) ??
      (seen.has(key) ? { field: 'number' as const, code: 'repeated' as const } : undefined);
    if (wrong) return { error: { row, ...wrong, value: values[wrong.field].slice(0, 100) } };
    seen.add(key);
    return { valid: { row, ...values, number } };
  };
}

/** What can be imported of a file's rows, and what is wrong with the others: the first thing of each. */
export function readRows(sheet: readonly (readonly string[])[]): ReadRows {
  const read = createRowReader();
  const rows = sheet.flatMap((cells) => read(cells) ?? []);
  const valid = rows.flatMap((row) => ('valid' in row ? [row.valid] : []));
  const errors = rows.flatMap((row) => ('error' in row ? [row.error] : []));
  return { valid, errors, total: valid.length + errors.length };
}
