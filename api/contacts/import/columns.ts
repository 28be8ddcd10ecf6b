import { channels } from '../../../channels/registry.ts';
import { hasLetters, isNumber, normalizeAddress } from '../../../domain/contact/address.ts';
import { plainText } from '../../../domain/text/plain.ts';

type Field = 'name' | 'number' | 'email';
/** Which column, from 0, holds what; null: none does. */
export type Columns = Readonly<Record<Field, number | null>>;

/** A column of a file as people choose what it is. */
export interface SheetColumn {
  /** Empty: the file has no headings. */
  readonly heading: string;
  /** Its cell in the first row of people. */
  readonly sample: string;
  /** What it is taken for; null: for nothing. */
  readonly field: Field | null;
}

const headings: Readonly<Record<Field, readonly string[]>> = {
  name: [
    'name',
    'nome',
    'nombre',
    'firstname',
    'givenname',
    'primeironome',
    'contato',
    'contact',
    'contacto',
    'cliente',
    'customer',
  ],
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
/** Address books have the rest of a name in a column of its own. */
const surnames = ['sobrenome', 'ultimonome', 'lastname', 'familyname', 'surname', 'apellido', 'apellidos'];
/** Returns a heading by its letters alone: 'E-mail' is 'email'. */
const heading = (text: string): string => plainText(text).replace(/[^a-z]/g, '');

/** What says of which kind the value in the next column is: address books have 'Phone 1 - Label' before 'Phone 1 - Value'. */
const kindHeading = /^(tipo|type|label|rotulo|etiqueta)|(tipo|type|label|rotulo|etiqueta)$/;
/** Shorter ones stand in any word. */
const shortestPart = 4;
/** Returns the column of a field, none of those that are taken: that is called so, or else the first one in whose heading such a word stands. */
function find(cells: readonly string[], field: Field, taken: readonly number[] = []): number {
  const called = cells.findIndex((cell, at) => headings[field].includes(cell) && !taken.includes(at));
  if (called !== -1) return called;
  const parts = headings[field].filter((word) => word.length >= shortestPart);
  return cells.findIndex(
    (cell, at) => parts.some((part) => cell.includes(part)) && !kindHeading.test(cell) && !taken.includes(at),
  );
}

const isTelephone = (cell = ''): boolean => !hasLetters(cell) && isNumber(normalizeAddress(cell));

/**
 * Returns which column holds what: as it was chosen, or by the first row's headings; without any, name, number, e-mail in this
 * order. Chosen, the first row is one of headings unless a number stands where numbers are.
 */
export function columnsOf(
  first: readonly string[],
  chosen?: Columns,
): { readonly at: Columns; readonly header: boolean; readonly surname?: number } {
  if (chosen) return { at: chosen, header: !isTelephone(first[chosen.number ?? -1]) };
  const cells = first.map(heading);
  const number = find(cells, 'number');
  // A name may have such a word in it ('Loja do Celular'); no heading is a number.
  if (number === -1 || first.some(isTelephone))
    return { at: { name: 0, number: 1, email: 2 }, header: false };
  const email = find(cells, 'email', [number]);
  const surname = cells.findIndex((cell) => surnames.includes(cell));
  // Last: a contact's or customer's number is no name.
  const name = find(cells, 'name', [number, email, surname]);
  if (surname === -1 || name === -1)
    return { at: { number, email, name: Math.max(name, surname) }, header: true };
  return { at: { number, email, name }, header: true, surname };
}

const mostShown = 50;
/** Nobody can name one beyond. */
const mostChosen = 1_000;
const longest = 100;

/** Returns a file's columns with what they are taken for. */
export function shownColumns(
  { at, header }: ReturnType<typeof columnsOf>,
  firstRow: readonly string[],
  sample: readonly string[],
): SheetColumn[] {
  const fields = ['name', 'number', 'email'] as const;
  // What is taken for something can be chosen otherwise.
  const taken = fields.map((field) => (at[field] ?? -1) + 1).filter((count) => count <= mostChosen);
  const length = Math.min(Math.max(mostShown, ...taken), Math.max(firstRow.length, sample.length));
  return Array.from({ length }, (_, index) => ({
    heading: header ? (firstRow[index] ?? '').trim().slice(0, longest) : '',
    sample: (sample[index] ?? '').trim().slice(0, longest),
    field: fields.find((field) => at[field] === index) ?? null,
  }));
}
