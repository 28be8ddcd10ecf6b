import { createParsedDocuments } from '../parsed-documents.ts';
import type { Database } from './database.ts';
import { createIndexes, type Table } from './schema.ts';

/**
 * Returns a generation's collections by name. One that is being built has none of its indexes at first: whoever looks
 * for documents before it is done gets what is needed for it.
 * @param bare it is being built
 */
export function createCollections(database: Database, tables: ReadonlyMap<string, Table>, bare: boolean) {
  let unindexedTables = new Set(bare ? tables.values() : []);
  const reread = new Map(
    [...tables.values()]
      .filter(({ spec }) => spec.reread)
      .map(({ name }) => [name, createParsedDocuments()] as const),
  );
  const of = (collection: string): Table => {
    const table = tables.get(collection);
    if (!table) throw new Error(`unknown collection ${collection}`);
    return table;
  };
  const makeReady = (table: Table, field?: string): void => {
    if (!unindexedTables.has(table)) return;
    createIndexes(database, table, field);
    if (field === undefined) unindexedTables.delete(table);
  };
  return {
    tables,
    of,
    /** Makes the indexes of a collection, or those that begin with the field, unless they are there. */
    ready: makeReady,
    indexed: (collection: string): Table => {
      const table = of(collection);
      makeReady(table);
      return table;
    },
    /** The documents of a collection's latest pages; undefined: it keeps none. */
    parsed: (table: Table) => reread.get(table.name),
    /** Parsed documents are parsed anew when they are next shown. */
    forgetParsed: (): void => {
      for (const parsed of reread.values()) parsed.forget();
    },
    indexAll: (): void => {
      for (const table of [...unindexedTables]) makeReady(table);
    },
    /** After a rollback: the indexes that were made within it are gone. */
    rolledBack: (): void => {
      if (bare) unindexedTables = new Set(tables.values());
    },
  };
}
export type Collections = ReturnType<typeof createCollections>;
