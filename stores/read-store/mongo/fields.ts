import {
  type CollectionSpec,
  type Condition,
  type Query,
  type Scalar,
  type StoredDocument,
  searchTexts,
  type Where,
} from '../../../projections/ports/read-store.ts';
import {
  asksForNull,
  checkReference,
  elementsAt,
  fullSort,
  indexedFields,
  notIndexed,
  notLookedForNull,
  scalarAt,
} from '../fields.ts';
import { prefixTokenAsked, prefixTokens, queryTerms } from '../words.ts';

// How a document is stored: `doc` is its JSON (a key with `$` or `.` and a NUL must come back as they went in), and
// beside it stand the fields it is found by: `f_x` scalars, `x_x` array elements (null: none), `words` for search,
// each behind its company's id. A tombstone has none of these.

export interface Row {
  readonly _id: string;
  readonly company: string;
  readonly position: number;
  readonly deleted: boolean;
  readonly doc: string | null;
  readonly [field: string]: unknown;
}

export type Filter = Record<string, unknown>;

/** Returns a field name without dots: it would be read as a path. */
const safeField = (field: string) => field.replaceAll('.', ':');

export interface MongoTable {
  readonly spec: CollectionSpec;
  readonly fields: ReadonlyMap<string, string>;
  readonly arrays: ReadonlyMap<string, string>;
  readonly indexes: readonly Record<string, 1 | -1>[];
}

export const mongoTable = (spec: CollectionSpec): MongoTable => {
  const { scalars, arrays, indexes } = indexedFields(spec);
  const fields = new Map([
    ['id', '_id'],
    ['companyId', 'company'],
    ['position', 'position'],
    ...scalars.map((field) => [field, `f_${safeField(field)}`] as const),
  ]);
  const elements = new Map(arrays.map((field) => [field, `x_${safeField(field)}`] as const));
  const scope = { company: 1, deleted: 1 } as const;
  const keys = indexes.map((index) => ({
    ...scope,
    ...Object.fromEntries(index.map((key) => [fields.get(key.field)!, key.descending ? -1 : 1] as const)),
    ...(index.some((key) => key.field === 'id') ? {} : { _id: index.at(-1)!.descending ? -1 : 1 }),
  }));
  return {
    spec,
    fields,
    arrays: elements,
    indexes: [
      ...(keys.length === 0 ? [{ ...scope, _id: 1 } as const] : (keys as Record<string, 1 | -1>[])),
      ...[...elements.values()].map((field) => ({ ...scope, [field]: 1 }) as Record<string, 1 | -1>),
      ...(spec.search ? [{ words: 1 } as const] : []),
    ],
  };
};

export const rowOf = (table: MongoTable, document: StoredDocument): Row => {
  const { id, companyId, position } = document;
  const row: Record<string, unknown> = { _id: id, company: companyId, position, deleted: false };
  if (document.deleted) return { ...row, deleted: true, doc: null } as Row;
  for (const [field, name] of table.fields) if (name.startsWith('f_')) row[name] = scalarAt(document, field);
  for (const [field, name] of table.arrays) {
    const elements = elementsAt(document, field);
    row[name] = elements.length > 0 ? elements : null;
  }
  const { search } = table.spec;
  if (search)
    row.words = prefixTokens(search, searchTexts(search, document)).map((word) => `${companyId} ${word}`);
  return { ...row, doc: JSON.stringify(document) } as Row;
};

const matchesNothing: Filter = { _id: { $in: [] } };

const condition = (name: string, given: Condition, array: boolean): Filter => {
  if (given === null || typeof given !== 'object') return { [name]: { $eq: given } };
  if ('in' in given) return { [name]: { $in: [...given.in] } };
  const range = Object.entries(given).filter(([, value]) => value !== undefined);
  if (range.some(([, value]) => (value as Scalar) === null)) return matchesNothing;
  const operators = Object.fromEntries(range.map(([operator, value]) => [`$${operator}`, value]));
  if (range.length === 0) return {};
  return { [name]: array ? { $elemMatch: operators } : operators };
};

export const conditions = (table: MongoTable, where: Where): Filter => {
  const parts = Object.entries(where)
    .filter(([, given]) => given !== undefined)
    .map(([field, given]) => {
      const array = table.arrays.get(field);
      const name = array ?? table.fields.get(field);
      if (!name) throw notIndexed(table.spec.name, field);
      if (table.spec.sparse?.includes(field) && asksForNull(given as Condition))
        throw notLookedForNull(table.spec.name, field);
      checkReference(table.spec, field, given as Condition);
      return condition(name, given, array !== undefined);
    });
  return parts.length === 0 ? {} : { $and: parts };
};

/**
 * Returns a filter by how words begin, anchored, so that it is a range of the index. (FerretDB holds the bounds of a
 * range against different elements.)
 */
const prefix = (start: string): Filter => ({
  words: { $regex: `^${start.replace(/[^\p{L}\p{N} ·_-]/gu, '\\$&')}` },
});

const oneOf = (filters: readonly Filter[]): Filter => (filters.length === 1 ? filters[0]! : { $or: filters });

const searchFilter = ({ spec }: MongoTable, companies: readonly string[], text: string): Filter => {
  const { search } = spec;
  if (!search) throw new Error(`${spec.name} has no search fields`);
  const terms = queryTerms(text, search);
  if (!terms) return {};
  if (terms.length === 0 || companies.length === 0) return matchesNothing;
  const all = (company: string, words: readonly string[]): Filter => ({
    $and: words.map((word) => prefix(`${company} ${prefixTokenAsked(search, word)}`)),
  });
  return oneOf(
    companies.map((company) => ({
      $and: terms.map((ways) => oneOf(ways.map((words) => all(company, words)))),
    })),
  );
};

/** Returns the filter of a query over these companies. */
export const filterOf = (
  table: MongoTable,
  companies: readonly string[],
  query: Pick<Query, 'where' | 'anyOf' | 'search'>,
): Filter => {
  const parts: Filter[] = [
    { company: companies.length === 1 ? companies[0] : { $in: companies }, deleted: false },
    conditions(table, query.where ?? {}),
  ];
  if (query.anyOf)
    parts.push(
      query.anyOf.length === 0
        ? matchesNothing
        : { $or: query.anyOf.map((where) => conditions(table, where)) },
    );
  if (query.search !== undefined) parts.push(searchFilter(table, companies, query.search));
  return { $and: parts.filter((part) => Object.keys(part).length > 0) };
};

export const sortOf = (table: MongoTable, sort: Query['sort']): [string, 1 | -1][] =>
  fullSort(sort).map(({ field, descending }) => {
    const name = table.fields.get(field);
    if (!name) throw notIndexed(table.spec.name, field);
    checkReference(table.spec, field, 'order');
    return [name, descending ? -1 : 1];
  });
