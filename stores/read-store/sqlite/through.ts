import type { Query, Through } from '../../../projections/ports/read-store.ts';
import { notIndexed } from '../fields.ts';
import { join, type Sql } from './conditions.ts';
import type { Scope } from './drive.ts';
import { orderBy } from './order.ts';
import { chosenRows, matchingAll, type wantedColumns } from './query.ts';
import { indexName, searchKey, type Table } from './schema.ts';
import { matchOf } from './search.ts';

type ThroughQuery = Query & { readonly through: Through };

/**
 * Returns the documents found first, then each one's own rows from the index that begins with the field. One statement:
 * their ids need not come out and go in again. The index is named, because without statistics SQLite takes the one with
 * the most equalities, and reads every document of a status once for each document found.
 */
const sourceOf = (table: Table, otherTable: Table, scope: Scope, { field, search, limit }: Through) => {
  const column = table.columns.get(field);
  const at = table.indexes.findIndex(([first]) => first?.field === field);
  if (!column || at < 0) throw notIndexed(table.spec.name, field);
  const match = matchOf(otherTable, scope, search);
  if (match === '') return undefined;
  const ownCompany =
    scope.company === undefined ? 'company IN (SELECT number FROM companies)' : 'company = ?';
  const company = scope.company === undefined ? [] : [scope.company];
  const foundRows: Sql & { readonly key: string } =
    match === undefined
      ? {
          sql: `SELECT n FROM ${otherTable.name} WHERE deleted = 0 AND ${ownCompany} LIMIT ?`,
          key: 'n',
          params: [...company, limit],
        }
      : {
          sql: `SELECT rowid AS n FROM ${otherTable.search} WHERE ${otherTable.search} MATCH ? LIMIT ?`,
          key: searchKey(otherTable),
          params: [match, limit],
        };
  return {
    sql: `(${foundRows.sql}) m CROSS JOIN ${otherTable.name} k ON k.${foundRows.key} = m.n AND k.deleted = 0 AND k.${ownCompany}
      CROSS JOIN ${table.name} c INDEXED BY ${indexName(table, at)} ON c.company = k.company AND c.${column} = k.id`,
    params: [...foundRows.params, ...company],
  };
};

const rowsOf = (table: Table, other: Table, scope: Scope, query: ThroughQuery): Sql | undefined => {
  if (query.search !== undefined) throw new Error('a query goes through a search or has one, not both');
  const source = sourceOf(table, other, scope, query.through);
  const where = matchingAll(table, scope, query);
  const { or } = query.through;
  if (or === undefined) return source && join([source, where], ' WHERE ');
  const own = matchingAll(table, scope, { where: or });
  const either = [
    ...(source
      ? [{ sql: `SELECT c.n AS n FROM ${source.sql} WHERE c.deleted = 0`, params: source.params }]
      : []),
    { sql: `SELECT c.n AS n FROM ${table.name} c WHERE ${own.sql}`, params: own.params },
  ];
  const { sql, params } = join(either, ' UNION ');
  return {
    sql: `(${sql}) u CROSS JOIN ${table.name} c ON c.n = u.n WHERE ${where.sql}`,
    params: [...params, ...where.params],
  };
};

/** Returns what `findStatement` does, for a query that goes through documents of the collection `other`. */
export const findThrough = (
  table: Table,
  other: Table,
  scope: Scope,
  query: ThroughQuery,
  what: keyof typeof wantedColumns,
): Sql | undefined => {
  const rows = rowsOf(table, other, scope, query);
  return (
    rows &&
    chosenRows(table, what, {
      sql: `SELECT c.n AS n FROM ${rows.sql}${orderBy(table, query.sort)} LIMIT ? OFFSET ?`,
      params: [...rows.params, query.limit ?? -1, query.skip ?? 0],
    })
  );
};

/** Returns what `countStatement` does, for such a query. */
export const countThrough = (
  table: Table,
  other: Table,
  scope: Scope,
  query: ThroughQuery,
): Sql | undefined => {
  const rows = rowsOf(table, other, scope, query);
  return rows && { sql: `SELECT count(*) FROM ${rows.sql}`, params: rows.params };
};

export const goesThrough = (query: Query): query is ThroughQuery => query.through !== undefined;
