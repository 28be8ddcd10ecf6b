import type { Query, Scalar, Where } from '../../../projections/ports/read-store.ts';
import { notIndexed } from '../fields.ts';
import { conditionsOf, join, type Sql, wantedValues } from './conditions.ts';
import type { Database } from './database.ts';
import { documentColumns } from './documents.ts';
import { type Branch, drive, inScope, membersOf, type Scope, walkable } from './drive.ts';
import { orderBy, orderOf } from './order.ts';
import { besideSearch, searchKey, type Table } from './schema.ts';
import { matchOf } from './search.ts';

/** SQLite takes at most 500 selects in a compound. */
const mostBranches = 200;

const product = (where: Where, fields: readonly string[]): readonly Where[] => {
  let branches: Where[] = [where];
  for (const field of fields) {
    const values = wantedValues(where[field]!)!;
    if (branches.length * values.length > mostBranches) continue;
    branches = branches.flatMap((branch) => values.map((value: Scalar) => ({ ...branch, [field]: value })));
  }
  return branches;
};

/**
 * Returns the conjunctions whose union is the query. With a sort, each value of an `in` is a branch of its own: within
 * one value the index gives the order, across several SQLite would read and sort every match.
 */
const branchesOf = (table: Table, query: Query): readonly Branch[] => {
  const { where = {}, anyOf, sort } = query;
  const split = (conditions: Where) => {
    if (!sort || sort.length === 0) return [conditions];
    const fields = Object.keys(conditions).filter(
      (field) =>
        conditions[field] !== undefined &&
        !table.arrays.has(field) &&
        field !== 'id' &&
        (wantedValues(conditions[field]!)?.length ?? 0) > 1,
    );
    const fanned = product(conditions, fields);
    // No index goes on with the sort: every match is read and sorted in any case, better at once.
    return fanned[0] && walkable(table, [where, fanned[0]], sort) ? fanned : [conditions];
  };
  const all = split(where);
  const any = anyOf === undefined ? [undefined] : anyOf.flatMap(split);
  const fanned = all.flatMap((one) => any.map((other) => (other ? [one, other] : [one])));
  if (fanned.length <= mostBranches) return fanned;
  return anyOf === undefined ? [[where]] : anyOf.map((other) => [where, other]);
};

/** What is read of the rows found. */
export const wantedColumns = {
  documents: `d.n, d.position, ${documentColumns.map((column) => `d.${column}`).join(', ')}`,
  positions: 'd.n, d.position',
  ids: 'd.id',
} as const;

/** Returns what reads the rows that were chosen by number, and only these. */
export const chosenRows = (table: Table, what: keyof typeof wantedColumns, rows: Sql): Sql => ({
  sql: `SELECT ${wantedColumns[what]} FROM (${rows.sql}) u CROSS JOIN ${table.name} d ON d.n = u.n`,
  params: rows.params,
});

/**
 * Returns the statement that gives the documents of a query, or their ids. Undefined: nothing can match. The rows are
 * chosen by number first, mostly from an index alone; only those of the page are read.
 */
export const findStatement = (
  database: Database,
  table: Table,
  scope: Scope,
  query: Query,
  what: keyof typeof wantedColumns,
): Sql | undefined => {
  const match = matchOf(table, scope, query.search);
  if (match === '' || query.limit === 0) return undefined;
  const branches = branchesOf(table, query);
  if (branches.length === 0) return undefined;
  const keys = orderOf(table, query.sort);
  const skip = query.skip ?? 0;
  const limit = query.limit ?? -1;
  const reach = limit < 0 ? -1 : skip + limit;
  const drivenBranches = branches.map((branch) =>
    drive(database, table, scope, branch, match, query.sort, reach),
  );
  const order = (newest: string | undefined) =>
    newest ? ` ORDER BY m.rowid ${newest}` : orderBy(table, query.sort);
  if (drivenBranches.length === 1) {
    const { from, where, newest } = drivenBranches[0]!;
    return chosenRows(table, what, {
      sql: `SELECT c.n AS n FROM ${from.sql} WHERE ${where.sql}${order(newest)} LIMIT ? OFFSET ?`,
      params: [...from.params, ...where.params, limit, skip],
    });
  }
  // Each branch gives its first `skip + limit` in order; the first of their union are among these.
  const mergedSql = join(
    drivenBranches.map(({ from, where, newest }) => ({
      sql: `SELECT * FROM (SELECT c.n AS n${keys.map((key, at) => `, c.${key.column} AS k${at}`).join('')}
        FROM ${from.sql} WHERE ${where.sql}${order(newest)} LIMIT ?)`,
      params: [...from.params, ...where.params, reach],
    })),
    ' UNION ALL ',
  );
  const sorted =
    keys.length > 0 ? ` ORDER BY ${keys.map((key, at) => `k${at} ${key.direction}`).join(', ')}` : '';
  return chosenRows(table, what, {
    sql: `SELECT DISTINCT * FROM (${mergedSql.sql})${sorted} LIMIT ? OFFSET ?`,
    params: [...mergedSql.params, limit, skip],
  });
};

export const matchingAll = (table: Table, scope: Scope, query: Pick<Query, 'where' | 'anyOf'>) => {
  const one = (where: Where): Sql => {
    const { columns } = conditionsOf(table, where);
    const members = membersOf(table, scope, [where], undefined);
    const parts = [
      ...columns,
      ...members.map((member) => ({
        sql: `c.${member.key} IN (${member.rows.sql})`,
        params: member.rows.params,
      })),
    ];
    return parts.length === 0 ? { sql: '1', params: [] } : join(parts, ' AND ');
  };
  const parts = [inScope(scope), one(query.where ?? {})];
  if (query.anyOf) {
    const any = join(query.anyOf.map(one), ' OR ');
    parts.push({ sql: query.anyOf.length === 0 ? '0' : `(${any.sql})`, params: any.params });
  }
  return join(parts, ' AND ');
};

export const countStatement = (
  table: Table,
  scope: Scope,
  query: Pick<Query, 'where' | 'anyOf' | 'search'>,
): Sql | undefined => {
  const match = matchOf(table, scope, query.search);
  if (match === '') return undefined;
  const where = matchingAll(table, scope, query);
  if (match === undefined)
    return { sql: `SELECT count(*) FROM ${table.name} c WHERE ${where.sql}`, params: where.params };
  const fields = [query.where ?? {}, ...(query.anyOf ?? [])].flatMap((part) => Object.keys(part));
  return {
    sql: `SELECT count(*) FROM ${table.search} m CROSS JOIN ${table.name} c ${besideSearch(table, fields)} ON c.${searchKey(table)} = m.rowid
      WHERE m.${table.search} MATCH ? AND ${where.sql}`,
    params: [match, ...where.params],
  };
};

export const groupCountStatement = (
  table: Table,
  scope: Scope,
  field: string,
  query: Pick<Query, 'where' | 'anyOf'>,
): Sql => {
  const where = matchingAll(table, scope, query);
  const array = table.arrays.get(field);
  const column = table.columns.get(field);
  if (array)
    return {
      sql: `SELECT a.value, count(*) FROM ${array.table} a CROSS JOIN ${table.name} c ON c.n = a.n
        WHERE ${scope.company === undefined ? '' : 'a.company = ? AND '}${where.sql} GROUP BY a.value`,
      params: [...(scope.company === undefined ? [] : [scope.company]), ...where.params],
    };
  if (!column) throw notIndexed(table.spec.name, field);
  return {
    sql: `SELECT c.${column}, count(*) FROM ${table.name} c WHERE ${where.sql} GROUP BY c.${column}`,
    params: where.params,
  };
};
