import type { Scalar, StoredDocument, WrittenDocument } from '../../../projections/ports/read-store.ts';
import type { Names } from '../../packing/names.ts';
import { elementsAt, notIndexed, scalarAt } from '../fields.ts';
import { type Companies, codeOf } from './companies.ts';
import { type Column, type Database, decode, encode, sameColumn } from './database.ts';
import type { Documents } from './documents.ts';
import { columnOf, numberOf } from './names.ts';
import { createRows } from './rows.ts';
import type { Table } from './schema.ts';
import { createSearchEntries } from './search-entries.ts';
import { createTops } from './tops.ts';

/** Returns what brings the elements of one array field from one JSON text to another. */
function createElements(database: Database, array: { readonly table: string }) {
  const remove = `DELETE FROM ${array.table} WHERE company = ? AND value = ? AND n = ?`;
  const add = `INSERT OR IGNORE INTO ${array.table} VALUES (?, ?, ?)`;
  return (n: number, before: unknown, was: Column, now: Column, after: string | null): void => {
    if (before === after && sameColumn(was, now)) return;
    for (const value of before ? (JSON.parse(before as string) as Scalar[]) : [])
      database.run(remove, [was, encode(value), n]);
    for (const value of after ? (JSON.parse(after) as Scalar[]) : [])
      database.run(add, [now, encode(value), n]);
  };
}

/** Returns the ids of the living documents of a company where field = value, below a position. */
function idsWhere(
  database: Database,
  table: Table,
  company: number,
  field: string,
  value: Scalar,
  position: number,
): readonly string[] {
  const array = table.arrays.get(field);
  const column = table.columns.get(field);
  if (!array && !column) throw notIndexed(table.spec.name, field);
  const where = 'c.deleted = 0 AND c.company = ? AND c.position < ?';
  const rows = array
    ? database.all(
        `SELECT c.id FROM ${array.table} a CROSS JOIN ${table.name} c ON c.n = a.n
          WHERE ${where} AND a.company = ? AND a.value = ?`,
        [company, position, company, encode(value)],
      )
    : database.all(`SELECT c.id FROM ${table.name} c WHERE ${where} AND c.${column} IS ?`, [
        company,
        position,
        encode(value),
      ]);
  return rows.map((row) => decode(row[0]) as string);
}

/** Returns the writer of one collection's documents, its statements prepared. */
export function createTableWriter(
  database: Database,
  table: Table,
  companies: Companies,
  documents: Documents,
  names: Names,
) {
  const rows = createRows(database, table);
  const search = createSearchEntries(database, table, rows);
  const tops = createTops(database, table, rows);
  const arrays = [...table.arrays].map(([field, array]) => ({
    field,
    at: rows.at(array.column),
    write: createElements(database, array),
  }));
  let nextNumber = 0;

  const listsOf = (document: StoredDocument, deleted: boolean): readonly (string | null)[] =>
    arrays.map(({ field }) => {
      const elements = deleted ? [] : elementsAt(document, field);
      return elements.length > 0 ? JSON.stringify(elements) : null;
    });

  /** Returns false when a row of this id stands there against all expectation. */
  const writeRow = (document: StoredDocument, before: readonly unknown[] | undefined): boolean => {
    // Also for a collection without search: it lists the companies of queries over all of them.
    const company = companies.allot(document.companyId);
    const deleted = document.deleted === true;
    const n = before ? (before[0] as number) : nextNumber;
    const values: Column[] = [document.position, company, deleted ? 1 : 0];
    for (const field of table.scalars)
      values.push(deleted ? null : columnOf(table, names, field, scalarAt(document, field)));
    const lists = listsOf(document, deleted);
    values.push(...lists);
    const entry = search?.entryOf(document, codeOf(company), n, before, values);
    if (entry) search!.addColumns(entry, values);
    values.push(deleted ? null : documents.write(document));
    if (before) rows.change(before, values);
    else if (!rows.insert(n, encode(document.id), values)) return false;
    else nextNumber += 1;
    const was = before ? (before[2] as Column) : company;
    for (let index = 0; index < arrays.length; index++) {
      const { at, write } = arrays[index]!;
      write(n, before?.[at], was, company, lists[index] ?? null);
    }
    if (entry) search!.follow(entry);
    if (!deleted) tops.follow(document, before);
    return true;
  };

  /** Writes where the stored position is lower; a document that stands there against all expectation is looked for after all. */
  const write = ({ document, isNew }: WrittenDocument): void => {
    if (isNew && writeRow(document, undefined)) return;
    const before = rows.find(document.id);
    if (before === undefined || (before[1] as number) < document.position) writeRow(document, before);
  };

  /** New documents take their row numbers in this order. */
  const sort = (written: WrittenDocument[]) => {
    const { field } = tops;
    if (field === undefined || written.length < 2) return;
    const order = ({ document }: WrittenDocument) => Number(scalarAt(document, field)) || 0;
    written.sort((a, b) => order(a) - order(b));
  };

  return {
    table,
    /** Writes the documents of one commit, which it may put in another order. */
    write: (written: WrittenDocument[]): void => {
      nextNumber = rows.last() + 1;
      tops.begin();
      search?.begin();
      sort(written);
      for (const one of written) write(one);
      search?.end();
      tops.end();
    },
    idsWhere: (companyId: string, field: string, value: Scalar, position: number) =>
      idsWhere(
        database,
        table,
        companies.find(companyId),
        field,
        table.references.has(field) ? numberOf(names, value) : value,
        position,
      ),
  };
}
