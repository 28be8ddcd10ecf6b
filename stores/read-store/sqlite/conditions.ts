import type { Condition, Scalar, Where } from '../../../projections/ports/read-store.ts';
import { notIndexed, notLookedForNull } from '../fields.ts';
import { type Column, encode } from './database.ts';
import type { Table } from './schema.ts';

export interface Sql {
  readonly sql: string;
  readonly params: readonly Column[];
}

export const join = (parts: readonly Sql[], by: string): Sql => ({
  sql: parts.map((part) => part.sql).join(by),
  params: parts.flatMap((part) => part.params),
});

const equals = (column: string, value: Scalar): Sql =>
  value === null
    ? { sql: `${column} IS NULL`, params: [] }
    : { sql: `${column} = ?`, params: [encode(value)] };

const isOneOf = (column: string, values: readonly Scalar[]): Sql => {
  const present = values.filter((value) => value !== null).map(encode);
  const parts: Sql[] = [];
  const count = present.length;
  if (count > 0) {
    // The last one again up to a power of two: lists of any length share a few prepared statements.
    const places = 2 ** Math.ceil(Math.log2(count));
    const params = [...present, ...Array<Column>(places - count).fill(present[count - 1]!)];
    parts.push({ sql: `${column} IN (${params.map(() => '?').join(', ')})`, params });
  }
  if (count < values.length) parts.push(equals(column, null));
  if (parts.length === 0) return { sql: '0', params: [] };
  return parts.length === 1 ? parts[0]! : { ...join(parts, ' OR '), sql: `(${join(parts, ' OR ').sql})` };
};

/**
 * Returns the bounds of a value's type: SQLite compares values of different types (a text is above every number),
 * MongoDB does not. Texts have no upper bound, for UUIDs lie above them, as bytes: see `notTruth`.
 */
const typeBounds = (value: Scalar): { low: Column | undefined; high: Column | undefined } => {
  if (typeof value === 'string') return { low: '', high: undefined };
  if (typeof value === 'number') return { low: Number.NEGATIVE_INFINITY, high: '' };
  return { low: new Uint8Array(), high: undefined };
};

/** Returns a condition that leaves booleans out: they are kept as bytes too. */
const notTruth = (column: string): string => `${column} NOT IN (x'00', x'01')`;

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const inRange = (column: string, range: { [K in keyof typeof operators]?: Scalar }): Sql => {
  const parts: Sql[] = [];
  for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
    const value = range[name];
    if (value === undefined) continue;
    if (value === null) return { sql: '0', params: [] };
    parts.push({ sql: `${column} ${operators[name]} ?`, params: [encode(value)] });
    const { low, high } = typeBounds(value);
    const lower = name.startsWith('g');
    if (typeof value === 'string') parts.push({ sql: notTruth(column), params: [] });
    if (lower && range.lt === undefined && range.lte === undefined && high !== undefined)
      parts.push({ sql: `${column} < ?`, params: [high] });
    if (!lower && range.gt === undefined && range.gte === undefined && low !== undefined)
      parts.push({ sql: `${column} >= ?`, params: [low] });
  }
  return parts.length === 0 ? { sql: '1', params: [] } : join(parts, ' AND ');
};

/** Returns the values an equality or `in` asks for; undefined for a range. */
export const wantedValues = (condition: Condition): readonly Scalar[] | undefined =>
  condition === null || typeof condition !== 'object'
    ? [condition]
    : 'in' in condition
      ? [...new Set(condition.in)]
      : undefined;

const onColumn = (column: string, condition: Condition): Sql => {
  const values = wantedValues(condition);
  if (!values) return inRange(column, condition as { gt?: Scalar });
  return values.length === 1 ? equals(column, values[0]!) : isOneOf(column, values);
};

/** A condition on an array field: which rows have such an element. */
export interface ElementCondition {
  readonly table: string;
  readonly element: Sql;
}

/** Returns a `where` taken apart: conditions on columns of `c`, and conditions on array elements. */
export const conditionsOf = (table: Table, where: Where) => {
  const columns: Sql[] = [];
  const elements: ElementCondition[] = [];
  for (const [field, condition] of Object.entries(where)) {
    if (condition === undefined) continue;
    const array = table.arrays.get(field);
    const column = table.columns.get(field);
    if (field === 'companyId') {
      const { sql, params } = onColumn('company', condition);
      // Of one company by its number, which every index begins with.
      const by = wantedValues(condition)?.length === 1 ? '=' : 'IN';
      columns.push({ sql: `c.company ${by} (SELECT number FROM companies WHERE ${sql})`, params });
    } else if (array && condition === null) columns.push({ sql: `c.${array.column} IS NULL`, params: [] });
    else if (array) elements.push({ table: array.table, element: onColumn('value', condition) });
    else if (column && table.spec.sparse?.includes(field) && (wantedValues(condition) ?? []).includes(null))
      throw notLookedForNull(table.spec.name, field);
    else if (column) columns.push(onColumn(`c.${column}`, condition));
    else throw notIndexed(table.spec.name, field);
  }
  return { columns, elements };
};
