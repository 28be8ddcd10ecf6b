import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import type { RowError } from './import/rows.ts';

const page = 500;
// A semicolon and a byte order mark: what spreadsheet programs of Brazil open with accents and columns as they are. A
// text that a spreadsheet would run as a formula gets an apostrophe before it.
const form = { delimiter: ';', escape_formulas: true, record_delimiter: '\r\n' } as const;

/** Yields every contact that a filter finds, by name, as lines of CSV: name, number, email. Nothing is held but a page. */
export async function* contactsAsCsv(
  reader: CompanyReader,
  { where, search }: Pick<Query, 'where' | 'search'>,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([['name', 'number', 'email']], { ...form, bom: true });
  let lastName = '';
  let ofThatName = 0;
  for (;;) {
    // Goes on at the name it got to: skipping whole pages would read everything again for each of them.
    const contacts = await reader.find<ContactDocument>('contacts', {
      where: { ...where, sortName: { gte: lastName } },
      ...(search !== undefined && { search }),
      sort: ['sortName'],
      skip: ofThatName,
      limit: page,
    });
    yield stringify(
      contacts.map(({ name, number, email }) => [name, number, email]),
      form,
    );
    if (contacts.length < page) return;
    const name = contacts.at(-1)!.sortName;
    const again = contacts.filter((contact) => contact.sortName === name).length;
    ofThatName = name === lastName ? ofThatName + again : again;
    lastName = name;
  }
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
