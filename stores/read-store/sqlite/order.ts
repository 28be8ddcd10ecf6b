import type { Query } from '../../../projections/ports/read-store.ts';
import { notIndexed, sortKey } from '../fields.ts';
import type { Table } from './schema.ts';

/**
 * Returns what breaks ties: the row number, in the direction in which the index of the last sort field is walked. So
 * the index alone gives the order, and nothing is sorted or read for it.
 */
const tieOf = (table: Table, sort: readonly string[]) => {
  const last = sortKey(sort.at(-1)!);
  const key = table.indexes.flat().find(({ field }) => field === last.field);
  return { column: 'n', direction: (key?.descending ?? false) === last.descending ? 'ASC' : 'DESC' };
};

export const orderOf = (table: Table, sort: Query['sort']) => {
  if (!sort || sort.length === 0) return [];
  const keys = sort.map(sortKey).map(({ field, descending }) => {
    const column = table.columns.get(field);
    if (!column) throw notIndexed(table.spec.name, field);
    return { column, direction: descending ? 'DESC' : 'ASC' };
  });
  return keys.some(({ column }) => column === 'id') ? keys : [...keys, tieOf(table, sort)];
};

/** Returns the order of rows `c` that a sort asks for, as it stands in a statement. */
export const orderBy = (table: Table, sort: Query['sort']) => {
  const keys = orderOf(table, sort);
  return keys.length > 0
    ? ` ORDER BY ${keys.map((key) => `c.${key.column} ${key.direction}`).join(', ')}`
    : '';
};
