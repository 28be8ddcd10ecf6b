import { type Column, type Database, encode, sameColumn } from './database.ts';
import { placedBy } from './place.ts';
import type { Table } from './schema.ts';

/** `n`, position, company, deleted: what stands in a row as it was found before its own columns. */
const fixedColumns = 4;

/** Returns a column as it is bound: a number is a double there, of 8 bytes, and a whole one fits in fewer. */
const bound = (column: Column): Column =>
  typeof column === 'number' && Number.isSafeInteger(column) ? BigInt(column) : column;

/** Returns the rows of one collection: how its columns are written, and where they stand in a row that was found. */
export function createRows(database: Database, table: Table) {
  const columns = [
    ...table.scalars.map((field) => table.columns.get(field)!),
    ...[...table.arrays.values()].map((array) => array.column),
    ...(table.search ? ['words'] : []),
    ...(placedBy(table) ? ['place'] : []),
    'doc',
  ];
  const changeable = ['position', 'company', 'deleted', ...columns.slice(0, -1)];
  // All columns but the document: an update names only those that change, for SQLite rewrites the entries of every
  // index over a column that is named.
  const select = `SELECT n, position, company, deleted${columns
    .slice(0, -1)
    // A place is larger than a number of JavaScript can be.
    .map((column) => (column === 'place' ? ', CAST(place AS TEXT)' : `, ${column}`))
    .join('')} FROM ${table.name} WHERE id = ?`;
  const insert = `INSERT INTO ${table.name} (n, id, position, company, deleted, ${columns.join(', ')})
    VALUES (?, ?, ?, ?, ?, ${columns.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`;
  return {
    /** Where a column stands in a row that was found. */
    at: (column: string): number => fixedColumns + columns.indexOf(column),
    last: (): number => (database.get(`SELECT max(n) FROM ${table.name}`)![0] as number | null) ?? 0,
    find: (id: string): readonly unknown[] | undefined =>
      database.statement(select).get(encode(id)) as unknown as unknown[] | undefined,
    isTaken: (place: bigint): boolean =>
      database.get(`SELECT 1 FROM ${table.name} WHERE deleted = 0 AND place = ?`, [place]) !== undefined,
    /**
     * @param values position, company, deleted, then the columns
     * @returns false: a row of this id stands there already
     */
    insert: (n: number, id: Column, values: readonly Column[]): boolean =>
      database.statement(insert).run(n, id, ...values.map(bound)).changes !== 0,
    change: (before: readonly unknown[], after: readonly Column[]): void => {
      let sql = `UPDATE ${table.name} SET doc = ?`;
      const params: Column[] = [after.at(-1)!];
      for (const [index, column] of changeable.entries())
        if (!sameColumn(before[index + 1], after[index]!)) {
          sql += `, ${column} = ?`;
          params.push(bound(after[index]!));
        }
      database.statement(`${sql} WHERE n = ?`).run(...params, before[0] as number);
    },
  };
}
export type Rows = ReturnType<typeof createRows>;
