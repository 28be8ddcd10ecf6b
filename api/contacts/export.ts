import { contacts } from '../../projections/contacts/contacts.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import { foundPages } from '../http/found-pages.ts';
import type { RowError } from './import/rows.ts';

const told = { collection: contacts, by: 'sortName' };
// A semicolon and a byte order mark: what spreadsheet programs of Brazil open with accents and columns as they are. A
// text that a spreadsheet would run as a formula gets an apostrophe before it.
const form = { delimiter: ';', escape_formulas: true, record_delimiter: '\r\n' } as const;

/** Yields every contact that a filter finds, by name, as lines of CSV: name, number, email. */
export async function* contactsAsCsv(
  reader: CompanyReader,
  filter: Pick<Query, 'where' | 'search'>,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([['name', 'number', 'email']], { ...form, bom: true });
  for await (const found of foundPages<ContactDocument>(reader, told, filter))
    yield stringify(
      found.map(({ name, number, email }) => [name, number, email]),
      form,
    );
}

/** Yields the rows of a file that were not imported, as lines of CSV: row, field, error, value. */
export async function* errorsAsCsv(pages: AsyncIterable<readonly RowError[]>): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([['row', 'field', 'error', 'value']], { ...form, bom: true });
  for await (const errors of pages)
    yield stringify(
      errors.map(({ row, field, code, value }) => [row, field, code, value]),
      form,
    );
}
