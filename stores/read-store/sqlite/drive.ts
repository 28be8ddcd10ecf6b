import type { Query, Where } from '../../../projections/ports/read-store.ts';
import { sortKey } from '../fields.ts';
import { conditionsOf, join, type Sql, wantedValues } from './conditions.ts';
import type { Database } from './database.ts';
import { firstWith } from './letter-codes.ts';
import { orderBy } from './order.ts';
import { groupBits, placedBy } from './place.ts';
import { besideSearch, searchKey, type Table } from './schema.ts';

/** Above this many matches a search or element is no longer read whole: the sort's own index is walked instead. */
const fewRows = 1_000;
/** A longer page is not looked for among the first rows. */
const longestWalk = 100;

/** Whose documents are seen. `company` is the one place where a tenant's rows are told from another's. */
export interface Scope {
  /** Its number. Undefined: all. */
  readonly company: number | undefined;
  /** Codes before the search words of the companies in sight. */
  codes(): readonly string[];
}

export const inScope = (scope: Scope): Sql =>
  scope.company === undefined
    ? // Named one by one, so that the indexes, which all begin with the company, can be used.
      { sql: 'c.deleted = 0 AND c.company IN (SELECT number FROM companies)', params: [] }
    : { sql: 'c.deleted = 0 AND c.company = ?', params: [scope.company] };

/** Both hold; a field named in both keeps both conditions, as `all` and `one` of the same branch. */
export type Branch = readonly Where[];

/** A set of rows, from the search index or an array's elements. */
interface Members {
  /** Selects the numbers of the rows as `n`: what `key` of a row holds. */
  readonly rows: Sql;
  readonly key: 'n' | 'place';
  /** True of `c`. */
  readonly has: Sql;
  readonly search: boolean;
}

export const membersOf = (table: Table, scope: Scope, branch: Branch, match: string | undefined) => {
  const members: Members[] = [];
  const key = searchKey(table);
  if (match !== undefined)
    members.push({
      rows: { sql: `SELECT rowid AS n FROM ${table.search} WHERE ${table.search} MATCH ?`, params: [match] },
      key,
      has: {
        sql: `EXISTS (SELECT 1 FROM ${table.search} WHERE ${table.search} MATCH ? AND rowid = c.${key})`,
        params: [match],
      },
      search: true,
    });
  for (const { table: name, element } of branch.flatMap((part) => conditionsOf(table, part).elements)) {
    const own = scope.company === undefined ? 'company IN (SELECT number FROM companies)' : 'company = ?';
    const params = [...(scope.company === undefined ? [] : [scope.company]), ...element.params];
    members.push({
      rows: { sql: `SELECT DISTINCT n FROM ${name} WHERE ${own} AND ${element.sql}`, params },
      key: 'n',
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

export interface Driven {
  readonly from: Sql;
  readonly where: Sql;
  /** The search index alone gives the order: its rows `m` are read in this direction. */
  readonly newest: 'ASC' | 'DESC' | undefined;
}

/** Returns from and where of one branch: what it is driven by decides how much is read. */
export const drive = (
  database: Database,
  table: Table,
  scope: Scope,
  branch: Branch,
  match: string | undefined,
  sort: Query['sort'],
  /** The rows wanted from the first on. -1: all. */
  reach: number,
): Driven => {
  const members = membersOf(table, scope, branch, match);
  const columns = branch.flatMap((part) => conditionsOf(table, part).columns);
  const where = join([inScope(scope), ...columns], ' AND ');
  const every = (given: Sql, except?: Members): Sql =>
    join([given, ...members.filter((member) => member !== except).map((member) => member.has)], ' AND ');
  const walkedIndex: Driven = {
    from: { sql: `${table.name} c`, params: [] },
    where: every(where),
    newest: undefined,
  };
  if (members.length === 0) return walkedIndex;
  const fields = [...branch.flatMap(Object.keys), ...(sort ?? []).map((key) => sortKey(key).field)];
  const beside = members.length === 1 ? besideSearch(table, fields) : '';
  const drivenBy = (member: Members): Driven => ({
    from: {
      sql: `(${member.rows.sql}) m CROSS JOIN ${table.name} c ${member.search ? beside : ''} ON c.${member.key} = m.n`,
      params: member.rows.params,
    },
    where: every(where, member),
    newest: undefined,
  });
  const unordered = !sort || sort.length === 0;
  if (unordered && members.length === 1) return drivenBy(members[0]!);
  /** Straight off the search index, with what else must hold. */
  const driveSearch = (search: Members): Omit<Driven, 'newest'> => ({
    from: {
      sql: `${table.search} m CROSS JOIN ${table.name} c ${beside} ON c.${search.key} = m.rowid`,
      params: [],
    },
    where: every(
      join([{ sql: `m.${table.search} MATCH ?`, params: search.rows.params }, where], ' AND '),
      search,
    ),
  });
  const search = members.find((one) => one.search);
  const inPlaces =
    search &&
    sort &&
    sort.length === 1 &&
    sort[0] === placedBy(table) &&
    reach >= 0 &&
    scope.company !== undefined;
  if (inPlaces)
    return firstGroups(database, table, search, driveSearch(search), {
      where: every(where, search),
      sort,
      reach,
    });
  const [smallest] = members
    .map((member) => ({ member, count: countUpTo(database, member.rows, fewRows + 1) }))
    .sort((a, b) => a.count - b.count);
  const { member, count } = smallest!;
  // Nothing to walk in order: every match is read in any case.
  if (count <= fewRows || unordered) return drivenBy(member);
  const growing =
    search && sort.length === 1 && isMonotonicWithRow(database, table, sort[0]!.replace(/^-/, ''));
  if (growing) {
    // Broad search, narrow filter (the messages of one ticket): walk the filter's index and look each row up.
    const filtered = { sql: `SELECT 1 FROM ${table.name} c WHERE ${where.sql}`, params: where.params };
    const narrow = columns.length > 0 && countUpTo(database, filtered, fewRows + 1) <= fewRows;
    if (!narrow) return { ...driveSearch(search), newest: sort[0]!.startsWith('-') ? 'DESC' : 'ASC' };
  }
  const canWalk = walkable(table, branch, sort);
  // Of a search the number of matches is known; how many rows the walk would ask in vain is not: all that match may
  // stand at its end, and a question costs 5 to 30 µs, a match read and sorted 0.4 to 0.8.
  if (!member.search || growing) return canWalk ? walkedIndex : drivenBy(member);
  return drivenBy(member);
};

/**
 * Returns a page of a search whose places follow the sort: all matches of the groups that the first `reach` of them
 * belong to, or only those among the first rows of the first group.
 */
const firstGroups = (
  database: Database,
  table: Table,
  search: Members,
  { from, where }: Omit<Driven, 'newest'>,
  rows: { readonly where: Sql; readonly sort: readonly string[]; readonly reach: number },
): Driven => {
  const { reach, sort } = rows;
  const foundIds = database
    .all(`SELECT CAST(m.rowid AS TEXT) FROM ${from.sql} WHERE ${where.sql} ORDER BY m.rowid LIMIT ${reach}`, [
      ...from.params,
      ...where.params,
    ])
    .map(([place]) => place as string);
  const driveBy = (key: 'n' | 'place', values: string): Driven => ({
    from: { sql: `json_each(?) m CROSS JOIN ${table.name} c ON c.${key} = m.value`, params: [values] },
    where: rows.where,
    newest: undefined,
  });
  const driveChosen = (key: 'n' | 'place', values: readonly unknown[]) =>
    driveBy(key, `[${values.join(',')}]`);
  if (foundIds.length < reach) return driveChosen('place', foundIds);
  const bits = BigInt(groupBits);
  const groupOfPlace = (place: string) => BigInt(place) >> bits;
  const [start, end] = [groupOfPlace(foundIds[0]!), groupOfPlace(foundIds.at(-1)!) + 1n];
  const within: Sql = { sql: 'rowid >= ? AND rowid < ?', params: [start << bits, end << bits] };
  const matching = join([search.rows, within], ' AND ');
  const [count, places] = database.get(
    `SELECT count(*), json_group_array(n) FROM (${matching.sql} LIMIT ${2 * fewRows + 1})`,
    matching.params,
  ) as [number, string];
  const areAllKnown = count <= 2 * fewRows;
  // So many begin alike that the first of them may as well stand next to each other.
  if (reach <= longestWalk && count > 2 * reach) {
    const after: Sql = { sql: `c.${table.columns.get(sort[0]!)} >= ?`, params: [firstWith(Number(start))] };
    const first = join([rows.where, after], ' AND ');
    const isMatch: Sql = areAllKnown
      ? { sql: 'place IN (SELECT value FROM json_each(?))', params: [places] }
      : // Each row asked for by itself: a set of the group's matches would be read whole first.
        {
          sql: `EXISTS (SELECT 1 FROM ${table.search} WHERE ${table.search} MATCH ? AND rowid = place)`,
          params: search.rows.params,
        };
    const near = database.all(
      `SELECT n FROM (SELECT c.n AS n, c.place AS place FROM ${table.name} c WHERE ${first.sql}${orderBy(table, sort)} LIMIT ${2 * reach})
        WHERE ${isMatch.sql} LIMIT ${reach}`,
      [...first.params, ...isMatch.params],
    );
    if (near.length === reach) return driveChosen('n', near);
  }
  if (areAllKnown) return driveBy('place', places);
  return {
    from,
    where: join([where, { sql: 'm.rowid < ?', params: [end << bits] }], ' AND '),
    newest: undefined,
  };
};

/** Whether some index gives the rows of a branch in the order of the sort. */
export const walkable = (table: Table, branch: Branch, sort: readonly string[]) => {
  const fixed = (field: string) =>
    branch.some((part) => part[field] !== undefined && wantedValues(part[field]!)?.length === 1);
  return table.indexes.some((keys) => {
    const from = keys.findIndex((key) => !fixed(key.field));
    const rest = from < 0 ? [] : keys.slice(from);
    return sort.map(sortKey).every((key, at) => rest[at]?.field === key.field);
  });
};

const isMonotonicWithRow = (database: Database, table: Table, field: string) =>
  (database.get('SELECT top FROM ordered WHERE collection = ? AND field = ?', [
    table.spec.name,
    field,
  ])?.[0] ?? null) !== null;
