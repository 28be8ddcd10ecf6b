import type { Db } from 'mongodb';
import type { Commit, StoredDocument } from '../../../projections/ports/read-store.ts';
import { tombstone } from '../fields.ts';
import { createParsedDocuments } from '../parsed-documents.ts';
import { mongoCheckpoints } from './checkpoints.ts';
import { filterOf, type MongoTable, type Row, rowOf } from './fields.ts';
import { mongoNotices } from './notices.ts';
import { mongoReader, type Source } from './reader.ts';
import { writeNewer } from './write.ts';

/** Returns the collections of a generation, whose names begin with its id. */
function sourceOf(db: Db, id: string, tables: ReadonlyMap<string, MongoTable>): Source {
  const reread = new Map(
    [...tables.values()]
      .filter(({ spec }) => spec.reread)
      .map(({ spec }) => [spec.name, createParsedDocuments()] as const),
  );
  const tableOf = (collection: string) => {
    const table = tables.get(collection);
    if (!table) throw new Error(`unknown collection ${collection}`);
    return table;
  };
  return {
    tableOf,
    rowsOf: (collection) => db.collection<Row>(`${id}_c_${tableOf(collection).spec.name}`),
    parsedOf: (collection) => reread.get(collection),
  };
}

/** Returns what writes a commit's documents, then those it deletes by a field. */
function createDocumentWriter({ tableOf, rowsOf }: Source) {
  const write = (collection: string, documents: readonly StoredDocument[]) =>
    writeNewer(
      rowsOf(collection),
      documents.map((document) => rowOf(tableOf(collection), document)),
    );
  return async ({ documents, deleteBy, position }: Commit): Promise<void> => {
    const groups = Map.groupBy(documents, ({ collection }) => collection);
    for (const [collection, entries] of groups) {
      // Of one document named twice the newest: bulk writes may be done in any order.
      const newest = new Map<string, StoredDocument>();
      for (const { document } of entries)
        if ((newest.get(document.id)?.position ?? -1) < document.position) newest.set(document.id, document);
      await write(collection, [...newest.values()]);
    }
    if (!deleteBy) return;
    const { collection, companyId, field, value } = deleteBy;
    const rows = await rowsOf(collection)
      .find(filterOf(tableOf(collection), [companyId], { where: { [field]: value } }))
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    await write(
      collection,
      rows.map((row) => tombstone(row._id, companyId, position)),
    );
  };
}

/** Returns one generation: collections whose names begin with its id. */
export function mongoGeneration(db: Db, id: string, tables: ReadonlyMap<string, MongoTable>) {
  const source = sourceOf(db, id, tables);
  const { rowsOf } = source;
  const checkpoints = mongoCheckpoints(db, id);
  const notices = mongoNotices(db, id);
  const writeDocuments = createDocumentWriter(source);
  return {
    id,
    notices,
    checkpoints,
    reader: (companyId: string | undefined) => mongoReader(source, companyId),
    commit: async (commit: Commit): Promise<void> => {
      await checkpoints.raise(commit);
      await writeDocuments(commit);
      await notices.write(commit.notices);
      await checkpoints.move(commit);
    },
    prepare: async (): Promise<void> => {
      for (const table of tables.values())
        for (const index of table.indexes) await rowsOf(table.spec.name).createIndex(index);
      await notices.prepare();
    },
    load: async (collection: string, ids: readonly string[]): Promise<readonly StoredDocument[]> => {
      const rows = await rowsOf(collection)
        .find({ _id: { $in: [...new Set(ids)] } })
        .toArray();
      return rows.map((row) =>
        row.deleted
          ? tombstone(row._id, row.company, row.position)
          : (JSON.parse(row.doc!) as StoredDocument),
      );
    },
    drop: async (): Promise<void> => {
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
        if (name.startsWith(`${id}_`)) await db.dropCollection(name);
    },
  };
}
export type MongoGeneration = ReturnType<typeof mongoGeneration>;
