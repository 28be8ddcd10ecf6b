import type { CollectionSpec, Query, Scalar, Where } from '../../../projections/ports/read-store.ts';
import { createNames, type Names, type NameTable } from '../../packing/names.ts';
import { checkReference, sortKey } from '../fields.ts';
import { wantedValues } from './conditions.ts';
import { type Column, type Database, decode, encode } from './database.ts';
import type { Table } from './schema.ts';

/** Of no row. */
const nobodysNumber = -1;

/** Returns a name as its row has it: SQLite would give half a letter back as another. */
const rowOf = (name: string): Column =>
  name.startsWith('"') || !name.isWellFormed() ? JSON.stringify(name) : encode(name);
const nameIn = (column: unknown): string => {
  const name = decode(column) as string;
  return name.startsWith('"') ? JSON.parse(name) : name;
};

/** Returns the references of a generation's documents, each kept once: of a conversation its messages name the same four. */
export function createReferences(database: Database, collections: Iterable<CollectionSpec>) {
  const keys = new Set([...collections].flatMap(({ references }) => references ?? []));
  const names = createNames({
    find: (name) =>
      database.get('SELECT number FROM names WHERE name = ?', [rowOf(name)])?.[0] as number | undefined,
    add: (name) => {
      database.run('INSERT INTO names (name) VALUES (?)', [rowOf(name)]);
      return database.get('SELECT last_insert_rowid()')![0] as number;
    },
    nameOf: (number) => {
      const row = database.get('SELECT name FROM names WHERE number = ?', [number]);
      return row && nameIn(row[0]);
    },
  });
  return {
    ...names,
    kindOf: (key, parent) => (parent === undefined && keys.has(key) ? key : undefined),
  } satisfies Names & NameTable;
}

/** Returns a field's value as its column keeps it. @throws Error where a reference is neither text nor null */
export function columnOf(table: Table, names: Names, field: string, value: Scalar): Column {
  if (value === null || !table.references.has(field)) return encode(value);
  if (typeof value !== 'string') throw new Error(`${table.spec.name}.${field} is a reference, and no text`);
  return names.numberOf(value)!;
}

/** Returns the number of an id that is looked for; null stays. */
export const numberOf = (names: Names, value: Scalar): Scalar =>
  value === null ? null : ((typeof value === 'string' ? names.held(value) : undefined) ?? nobodysNumber);

function whereBy(table: Table, names: Names, where: Where): Where {
  const numbered: { -readonly [K in keyof Where]: Where[K] } = { ...where };
  for (const field of table.references) {
    const condition = where[field];
    if (condition === undefined) continue;
    checkReference(table.spec, field, condition);
    numbered[field] = { in: wantedValues(condition)!.map((value) => numberOf(names, value)) };
  }
  return numbered;
}

/** Returns a query as its columns keep what it asks for: references by number. @throws Error where it compares one, or sorts by it */
export function queryBy<Q extends Query>(table: Table, names: Names, query: Q): Q {
  if (table.references.size === 0) return query;
  const { where, anyOf, through, sort } = query;
  for (const key of sort ?? []) checkReference(table.spec, sortKey(key).field, 'order');
  if (through) checkReference(table.spec, through.field, 'order');
  return {
    ...query,
    ...(where && { where: whereBy(table, names, where) }),
    ...(anyOf && { anyOf: anyOf.map((one) => whereBy(table, names, one)) }),
    ...(through?.or && { through: { ...through, or: whereBy(table, names, through.or) } }),
  };
}
