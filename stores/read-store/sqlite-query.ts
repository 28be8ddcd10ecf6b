import type { Query, Scalar, Where } from '../../projections/ports/read-store.ts';
import { notIndexed, sortKey } from './fields.ts';
import { conditionsOf, join, type Sql, wanted } from './sqlite-conditions.ts';
import type { Column, Database } from './sqlite-database.ts';
import type { Table } from './sqlite-schema.ts';
import { queryWords } from './words.ts';

/** Above this many matches a search or element is no longer read whole: the sort's own index is walked instead. */
const few = 1_000;
/** SQLite takes at most 500 selects in a compound. */
const mostBranches = 200;

/** Whose documents are seen. `company` is the one place where a tenant's rows are told from another's. */
export interface Scope {
  /** Encoded. Undefined: all. */
  readonly company: Column | undefined;
  /** Codes before the search words of the companies in sight. */
  codes(): readonly string[];
}

const visible = (scope: Scope): Sql =>
  scope.company === undefined
    ? // Named one by one, so that the indexes, which all begin with the company, can be used.
      { sql: 'c.deleted = 0 AND c.company IN (SELECT company FROM companies)', params: [] }
    : { sql: 'c.deleted = 0 AND c.company = ?', params: [scope.company] };

const product = (where: Where, fields: readonly string[]): readonly Where[] => {
  let branches: Where[] = [where];
  for (const field of fields) {
    const values = wanted(where[field]!)!;
    if (branches.length * values.length > mostBranches) continue;
    branches = branches.flatMap((branch) => values.map((value: Scalar) => ({ ...branch, [field]: value })));
  }
  return branches;
};

/** Both hold; a field named in both keeps both conditions, as `all` and `one` of the same branch. */
type Branch = readonly Where[];

/**
 * The conjunctions whose union is the query. With a sort, each value of an `in` is a branch of its own: within one
 * value the index gives the order, across several SQLite would read and sort every match.
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
        (wanted(conditions[field]!)?.length ?? 0) > 1,
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

/** `"0001sao"* AND "0001pa"*` for each company in sight. Undefined: no restriction. Empty: nothing can match. */
export const matchOf = (table: Table, scope: Scope, search: string | undefined) => {
  const words = queryWords(search);
  if (!words) return undefined;
  if (!table.search) throw new Error(`${table.spec.name} has no search fields`);
  if (words.length === 0) return '';
  return scope
    .codes()
    .map((code) => `(${words.map((word) => `"${code}${word}"*`).join(' AND ')})`)
    .join(' OR ');
};

/** A set of row numbers, from the search index or an array's elements. */
interface Members {
  /** Selects the rows as `n`. */
  readonly rows: Sql;
  /** True of `c.n`. */
  readonly has: Sql;
  readonly search: boolean;
}

const membersOf = (table: Table, scope: Scope, branch: Branch, match: string | undefined) => {
  const members: Members[] = [];
  if (match !== undefined)
    members.push({
      rows: { sql: `SELECT rowid AS n FROM ${table.search} WHERE ${table.search} MATCH ?`, params: [match] },
      has: {
        sql: `EXISTS (SELECT 1 FROM ${table.search} WHERE ${table.search} MATCH ? AND rowid = c.n)`,
        params: [match],
      },
      search: true,
    });
  for (const { table: name, element } of branch.flatMap((part) => conditionsOf(table, part).elements)) {
    const own = scope.company === undefined ? 'company IN (SELECT company FROM companies)' : 'company = ?';
    const params = [...(scope.company === undefined ? [] : [scope.company]), ...element.params];
    members.push({
      rows: { sql: `SELECT DISTINCT n FROM ${name} WHERE ${own} AND ${element.sql}`, params },
      has: {
        sql: `EXISTS (SELECT 1 FROM ${name} WHERE company = c.company AND ${element.sql} AND n = c.n)`,
        params: element.params,
      },
      search: false,
    });
  }
  return members;
};

const countUpTo = (database: Database, rows: Sql, limit: number) =>
  database.get(`SELECT count(*) FROM (${rows.sql} LIMIT ${limit})`, rows.params)![0] as number;

/** From and where of one branch: what it is driven by decides how much is read. */
const drive = (
  database: Database,
  table: Table,
  scope: Scope,
  branch: Branch,
  match: string | undefined,
  sort: Query['sort'],
) => {
  const members = membersOf(table, scope, branch, match);
  const columns = branch.flatMap((part) => conditionsOf(table, part).columns);
  const where = join([visible(scope), ...columns], ' AND ');
  if (members.length === 0) return { from: { sql: `${table.name} c`, params: [] }, where, newest: undefined };
  const drivenBy = (member: Members, newest: string | undefined) => ({
    from: {
      sql: `(${member.rows.sql}) m CROSS JOIN ${table.name} c ON c.n = m.n`,
      params: member.rows.params,
    },
    where: join([where, ...members.filter((other) => other !== member).map((other) => other.has)], ' AND '),
    newest,
  });
  const unordered = !sort || sort.length === 0;
  if (unordered && members.length === 1) return drivenBy(members[0]!, undefined);
  const counted = members
    .map((member) => ({ member, count: countUpTo(database, member.rows, few + 1) }))
    .sort((a, b) => a.count - b.count);
  const smallest = counted[0]!;
  // Nothing to walk in order: every match is read in any case.
  if (smallest.count <= few || unordered) return drivenBy(smallest.member, undefined);
  const search = members.find((member) => member.search);
  const growing = search && sort.length === 1 && growsWithRow(database, table, sort[0]!.replace(/^-/, ''));
  if (growing) {
    // Broad search, narrow filter (the messages of one ticket): walk the filter's index and look each row up.
    const narrow =
      columns.length > 0 &&
      countUpTo(
        database,
        { sql: `SELECT 1 FROM ${table.name} c WHERE ${where.sql}`, params: where.params },
        few + 1,
      ) <= few;
    if (!narrow) {
      const newest = sort[0]!.startsWith('-') ? 'DESC' : 'ASC';
      const rows: Sql = search.rows;
      return {
        from: {
          sql: `${table.search} m CROSS JOIN ${table.name} c ON c.n = m.rowid`,
          params: [],
        },
        where: join(
          [
            { sql: `m.${table.search} MATCH ?`, params: rows.params },
            where,
            ...members.filter((other) => other !== search).map((other) => other.has),
          ],
          ' AND ',
        ),
        newest,
      };
    }
  }
  if (!walkable(table, branch, sort)) return drivenBy(smallest.member, undefined);
  return {
    from: { sql: `${table.name} c`, params: [] },
    where: join([where, ...members.map((member) => member.has)], ' AND '),
    newest: undefined,
  };
};

/** Whether some index gives the rows of a branch in the order of the sort. */
const walkable = (table: Table, branch: Branch, sort: readonly string[]) => {
  const fixed = (field: string) =>
    branch.some((part) => part[field] !== undefined && wanted(part[field]!)?.length === 1);
  return table.indexes.some((keys) => {
    const from = keys.findIndex((key) => !fixed(key.field));
    const rest = from < 0 ? [] : keys.slice(from);
    return sort.map(sortKey).every((key, at) => rest[at]?.field === key.field);
  });
};

const growsWithRow = (database: Database, table: Table, field: string) =>
  (database.get('SELECT top FROM ordered WHERE collection = ? AND field = ?', [
    table.spec.name,
    field,
  ])?.[0] ?? null) !== null;

/**
 * Ties are broken by row number, in the direction in which the index of the last sort field is walked: so the index
 * alone gives the order, and nothing is sorted or read for it.
 */
const tieOf = (table: Table, sort: readonly string[]) => {
  const last = sortKey(sort.at(-1)!);
  const key = table.indexes.flat().find(({ field }) => field === last.field);
  return { column: 'n', direction: (key?.descending ?? false) === last.descending ? 'ASC' : 'DESC' };
};

const orderOf = (table: Table, sort: Query['sort']) => {
  if (!sort || sort.length === 0) return [];
  const keys = sort.map(sortKey).map(({ field, descending }) => {
    const column = table.columns.get(field);
    if (!column) throw notIndexed(table.spec.name, field);
    return { column, direction: descending ? 'DESC' : 'ASC' };
  });
  return keys.some(({ column }) => column === 'id') ? keys : [...keys, tieOf(table, sort)];
};

/** The order of rows `c` that a sort asks for, as it stands in a statement. */
export const orderBy = (table: Table, sort: Query['sort']) => {
  const keys = orderOf(table, sort);
  return keys.length > 0
    ? ` ORDER BY ${keys.map((key) => `c.${key.column} ${key.direction}`).join(', ')}`
    : '';
};

/** What is read of the rows found. */
export const wantedColumns = {
  documents: 'd.n, d.position, d.doc',
  positions: 'd.n, d.position',
  ids: 'd.id',
} as const;

/** Of the rows that were chosen by number: only these are read. */
export const chosenRows = (table: Table, what: keyof typeof wantedColumns, rows: Sql): Sql => ({
  sql: `SELECT ${wantedColumns[what]} FROM (${rows.sql}) u CROSS JOIN ${table.name} d ON d.n = u.n`,
  params: rows.params,
});

/**
 * The statement that gives the documents of a query, or their ids. Undefined: nothing can match. The rows are chosen by
 * number first, mostly from an index alone; only those of the page are read.
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
  const driven = branches.map((branch) => drive(database, table, scope, branch, match, query.sort));
  const order = (newest: string | undefined) =>
    newest ? ` ORDER BY m.rowid ${newest}` : orderBy(table, query.sort);
  if (driven.length === 1) {
    const { from, where, newest } = driven[0]!;
    return chosenRows(table, what, {
      sql: `SELECT c.n AS n FROM ${from.sql} WHERE ${where.sql}${order(newest)} LIMIT ? OFFSET ?`,
      params: [...from.params, ...where.params, limit, skip],
    });
  }
  // Each branch gives its first `skip + limit` in order; the first of their union are among these.
  const merged = join(
    driven.map(({ from, where, newest }) => ({
      sql: `SELECT * FROM (SELECT c.n AS n${keys.map((key, at) => `, c.${key.column} AS k${at}`).join('')}
        FROM ${from.sql} WHERE ${where.sql}${order(newest)} LIMIT ?)`,
      params: [...from.params, ...where.params, reach],
    })),
    ' UNION ALL ',
  );
  const sorted =
    keys.length > 0 ? ` ORDER BY ${keys.map((key, at) => `k${at} ${key.direction}`).join(', ')}` : '';
  return chosenRows(table, what, {
    sql: `SELECT DISTINCT * FROM (${merged.sql})${sorted} LIMIT ? OFFSET ?`,
    params: [...merged.params, limit, skip],
  });
};

export const matchingAll = (table: Table, scope: Scope, query: Pick<Query, 'where' | 'anyOf'>) => {
  const one = (where: Where): Sql => {
    const { columns } = conditionsOf(table, where);
    const members = membersOf(table, scope, [where], undefined);
    const parts = [
      ...columns,
      ...members.map((member) => ({ sql: `c.n IN (${member.rows.sql})`, params: member.rows.params })),
    ];
    return parts.length === 0 ? { sql: '1', params: [] } : join(parts, ' AND ');
  };
  const parts = [visible(scope), one(query.where ?? {})];
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
  return {
    sql: `SELECT count(*) FROM ${table.search} m CROSS JOIN ${table.name} c ON c.n = m.rowid
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
