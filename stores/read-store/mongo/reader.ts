import type { Collection } from 'mongodb';
import type { CompanyReader, Query, Scalar, StoredDocument } from '../../../projections/ports/read-store.ts';
import type { ParsedDocuments } from '../parsed-documents.ts';
import { conditions, type Filter, filterOf, type MongoTable, type Row, sortOf } from './fields.ts';

/** What is read of one generation. */
export interface Source {
  tableOf(collection: string): MongoTable;
  rowsOf(collection: string): Collection<Row>;
  /** The documents of a collection's latest pages, where it keeps them. */
  parsedOf(collection: string): ParsedDocuments | undefined;
}

type Condition = Pick<Query, 'where' | 'anyOf' | 'search' | 'through'>;

const parse = <T>(row: Row) => JSON.parse(row.doc!) as T;

async function filterFor(
  source: Source,
  companyId: string | undefined,
  collection: string,
  query: Condition,
): Promise<Filter> {
  const table = source.tableOf(collection);
  // Named one by one, so that the indexes, which all begin with the company, can be used.
  const companies =
    companyId === undefined
      ? ((await source.rowsOf(collection).distinct('company')) as string[])
      : [companyId];
  const own = filterOf(table, companies, query);
  if (!query.through) return own;
  const { field, collection: other, search, limit, or } = query.through;
  if (query.search !== undefined) throw new Error('a query goes through a search or has one, not both');
  const matches = await page(source, companyId, other, { search, limit }, { _id: 1 });
  const theirs = conditions(table, { [field]: { in: matches.map((row) => row._id) } });
  return { $and: [own, or ? { $or: [theirs, conditions(table, or)] } : theirs] };
}

async function page(
  source: Source,
  companyId: string | undefined,
  collection: string,
  query: Query,
  projection: { doc: 1; position: 1 } | { _id: 1 },
) {
  if (query.limit === 0) return [];
  const filter = await filterFor(source, companyId, collection, query);
  const cursor = source.rowsOf(collection).find(filter, { projection });
  const sort = sortOf(source.tableOf(collection), query.sort);
  if (sort.length > 0) cursor.sort(sort);
  if (query.skip) cursor.skip(query.skip);
  if (query.limit !== undefined) cursor.limit(query.limit);
  return cursor.toArray();
}

async function groupCount(
  source: Source,
  companyId: string | undefined,
  collection: string,
  field: string,
  query: Condition,
): Promise<ReadonlyMap<Scalar, number>> {
  const table = source.tableOf(collection);
  const array = table.arrays.get(field);
  const name = array ?? table.fields.get(field);
  if (!name) throw new Error(`${collection}.${field} is in no index of the collection`);
  const groups = await source
    .rowsOf(collection)
    .aggregate<{ _id: Scalar; count: number }>([
      { $match: await filterFor(source, companyId, collection, query) },
      ...(array ? [{ $unwind: `$${array}` }] : []),
      { $group: { _id: `$${name}`, count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(groups.map((group) => [group._id, group.count]));
}

/** Returns a reader of one company's documents, or with undefined of everybody's. */
export function mongoReader(source: Source, companyId: string | undefined): CompanyReader {
  const own = companyId === undefined ? {} : { company: companyId };
  const getMany = async <T extends StoredDocument>(
    collection: string,
    ids: readonly string[],
  ): Promise<readonly T[]> => {
    const rows = await source
      .rowsOf(collection)
      .find({ _id: { $in: [...ids] }, deleted: false, ...own })
      .toArray();
    const documents = new Map(rows.map((row) => [row._id, parse<T>(row)]));
    return [...new Set(ids)].map((id) => documents.get(id)).filter((document) => document !== undefined);
  };
  return {
    companyId: companyId ?? '*',
    get: async <T extends StoredDocument>(collection: string, id: string): Promise<T | undefined> => {
      const [document] = await getMany<T>(collection, [id]);
      return document;
    },
    getMany,
    find: async <T extends StoredDocument>(collection: string, query: Query) => {
      const parsed = source.parsedOf(collection);
      const rows = await page(source, companyId, collection, query, { doc: 1, position: 1 });
      return rows.map((row) =>
        parsed ? parsed.parse<T>(row._id, row.position, row.doc!.length, () => parse<T>(row)) : parse<T>(row),
      );
    },
    ids: async (collection, query) =>
      (await page(source, companyId, collection, query, { _id: 1 })).map((row) => row._id),
    count: async (collection, query) =>
      source.rowsOf(collection).countDocuments(await filterFor(source, companyId, collection, query)),
    groupCount: (collection, field, query) => groupCount(source, companyId, collection, field, query),
  };
}
