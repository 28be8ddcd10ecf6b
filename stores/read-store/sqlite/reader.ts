import type { CompanyReader, Query, StoredDocument } from '../../../projections/ports/read-store.ts';
import type { Names } from '../../packing/names.ts';
import type { ParsedDocuments } from '../parsed-documents.ts';
import type { Collections } from './collections.ts';
import { type Companies, codeOf, nobody } from './companies.ts';
import { type Database, decode, encode } from './database.ts';
import { type Documents, documentColumns } from './documents.ts';
import type { Scope } from './drive.ts';
import { queryBy } from './names.ts';
import { countStatement, findStatement, groupCountStatement, type wantedColumns } from './query.ts';
import type { Table } from './schema.ts';
import { countThrough, findThrough, goesThrough } from './through.ts';

/** What is read of one generation. */
export interface Source {
  readonly database: Database;
  readonly collections: Collections;
  readonly companies: Companies;
  readonly documents: Documents;
  readonly names: Names;
}

function scopeOf(companies: Companies, companyId: string | undefined): Scope {
  const number = companyId === undefined ? undefined : companies.find(companyId);
  return {
    company: number,
    codes: () =>
      (number === undefined ? companies.all() : [number]).filter((one) => one !== nobody).map(codeOf),
  };
}

function statementOf(
  { database, collections, names }: Source,
  table: Table,
  scope: Scope,
  asked: Query,
  what: keyof typeof wantedColumns,
) {
  const query = queryBy(table, names, asked);
  return goesThrough(query)
    ? findThrough(table, collections.indexed(query.through.collection), scope, query, what)
    : findStatement(database, table, scope, query, what);
}

function getOne<T extends StoredDocument>(
  { database, collections, documents }: Source,
  scope: Scope,
  collection: string,
  id: string,
) {
  const table = collections.of(collection);
  const sql = `SELECT n, position, ${documentColumns.join(', ')} FROM ${table.name} WHERE id = ? AND deleted = 0`;
  const row =
    scope.company === undefined
      ? database.get(sql, [encode(id)])
      : database.get(`${sql} AND company = ?`, [encode(id), scope.company]);
  return row && documentOf<T>(documents, collections.parsed(table), row);
}

/** Returns the document of a row. @param row `n`, position, then what the document is made of */
const documentOf = <T extends StoredDocument>(
  documents: Documents,
  parsed: ParsedDocuments | undefined,
  [n, position, ...columns]: readonly unknown[],
): T => {
  const read = () => documents.read<T>(columns);
  return parsed ? parsed.parse<T>(n as number, position as number, documents.size(columns), read) : read();
};

/** Returns the documents of a query, whose texts are read only where they are not kept. Undefined: another process wrote in between. */
function findKnown<T extends StoredDocument>(
  source: Source,
  table: Table,
  scope: Scope,
  query: Query,
  parsedDocuments: ParsedDocuments,
): readonly T[] | undefined {
  const { database, documents: keptDocuments } = source;
  const statement = statementOf(source, table, scope, query, 'positions');
  if (!statement) return [];
  const documents: T[] = [];
  for (const row of database.all(statement.sql, statement.params)) {
    const [n, position] = row as [number, number];
    let document = parsedDocuments.known(n, position) as T | undefined;
    if (!document) {
      const columns = database.get(
        `SELECT ${documentColumns.join(', ')} FROM ${table.name} WHERE n = ? AND position = ? AND deleted = 0`,
        [n, position],
      );
      if (!columns) return undefined;
      document = documentOf<T>(keptDocuments, parsedDocuments, [n, position, ...columns]);
    }
    documents.push(document);
  }
  return documents;
}

function find<T extends StoredDocument>(
  source: Source,
  scope: Scope,
  collection: string,
  query: Query,
): readonly T[] {
  const table = source.collections.indexed(collection);
  const parsed = source.collections.parsed(table);
  const known = parsed && findKnown<T>(source, table, scope, query, parsed);
  if (known) return known;
  const statement = statementOf(source, table, scope, query, 'documents');
  if (!statement) return [];
  const rows = source.database.all(statement.sql, statement.params);
  return rows.map((row) => documentOf<T>(source.documents, parsed, row));
}

/** Returns a reader of one company's documents, or with undefined of everybody's. */
export function createReader(source: Source, companyId: string | undefined): CompanyReader {
  const { database, collections, companies, names } = source;
  const scope = scopeOf(companies, companyId);
  return {
    companyId: companyId ?? '*',
    get: async <T extends StoredDocument>(collection: string, id: string) =>
      getOne<T>(source, scope, collection, id),
    getMany: async <T extends StoredDocument>(collection: string, ids: readonly string[]) =>
      [...new Set(ids)]
        .map((id) => getOne<T>(source, scope, collection, id))
        .filter((document) => document !== undefined),
    find: async <T extends StoredDocument>(collection: string, query: Query) =>
      find<T>(source, scope, collection, query),
    ids: async (collection, query) => {
      const statement = statementOf(source, collections.indexed(collection), scope, query, 'ids');
      return statement
        ? database.all(statement.sql, statement.params).map((row) => decode(row[0]) as string)
        : [];
    },
    count: async (collection, asked) => {
      const table = collections.indexed(collection);
      const query = queryBy(table, names, asked);
      const statement = goesThrough(query)
        ? countThrough(table, collections.indexed(query.through.collection), scope, query)
        : countStatement(table, scope, query);
      return statement ? (database.get(statement.sql, statement.params)![0] as number) : 0;
    },
    groupCount: async (collection, field, query) => {
      const table = collections.indexed(collection);
      const { sql, params } = groupCountStatement(table, scope, field, queryBy(table, names, query));
      const groupOf = (column: unknown) =>
        column !== null && table.references.has(field) ? names.nameOf(column as number) : decode(column);
      return new Map(database.all(sql, params).map((row) => [groupOf(row[0]), row[1] as number]));
    },
  };
}
