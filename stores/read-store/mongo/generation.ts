import type { Db } from 'mongodb';
import type { Mark } from '../../../domain/kernel/event-store.ts';
import {
  type Checkpoint,
  type Commit,
  type CompanyReader,
  FencedError,
  type Query,
  type Scalar,
  type StoredDocument,
} from '../../../projections/ports/read-store.ts';
import { markOf, tombstone } from '../fields.ts';
import { createParsedDocuments } from '../parsed-documents.ts';
import { conditions, type Filter, filterOf, type MongoTable, type Row, rowOf, sortOf } from './fields.ts';
import { isDuplicate, mongoNotices } from './notices.ts';
import { writeNewer } from './write.ts';

interface CheckpointRow {
  readonly _id: string;
  readonly fence: number;
  readonly position: number | null;
  readonly log: string | null;
  readonly mark?: Mark | null;
}

/** Condition on the checkpoint: it stands where the projector left it. */
const placeOf = (after: number | undefined) =>
  after === undefined ? {} : { position: after === 0 ? { $in: [null, 0] } : after };

const parse = <T>(row: Row) => JSON.parse(row.doc!) as T;

/** One generation: collections whose names begin with its id. */
export const mongoGeneration = (db: Db, id: string, tables: ReadonlyMap<string, MongoTable>) => {
  const tableOf = (name: string) => {
    const table = tables.get(name);
    if (!table) throw new Error(`unknown collection ${name}`);
    return table;
  };
  const rowsOf = (name: string) => db.collection<Row>(`${id}_c_${tableOf(name).spec.name}`);
  const checkpoints = db.collection<CheckpointRow>(`${id}_checkpoints`);
  const notices = mongoNotices(db, id);
  const reread = new Map(
    [...tables.values()]
      .filter(({ spec }) => spec.reread)
      .map(({ spec }) => [spec.name, createParsedDocuments()] as const),
  );

  const write = (collection: string, documents: readonly StoredDocument[]) =>
    writeNewer(
      rowsOf(collection),
      documents.map((document) => rowOf(tableOf(collection), document)),
    );

  /** Raises the fence before anything is written. */
  const fence = async ({ projector, fence, after }: Commit) => {
    let raised: boolean;
    try {
      const { matchedCount, upsertedCount } = await checkpoints.updateOne(
        { _id: projector, fence: { $lte: fence }, ...placeOf(after) },
        { $set: { fence }, $setOnInsert: { position: null, log: null } },
        // Who left it somewhere finds it there: only where nobody has been may it be missing.
        { upsert: !after },
      );
      raised = matchedCount + upsertedCount > 0;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      raised = false;
    }
    if (!raised)
      throw new FencedError(
        `${projector}: fence ${fence} is below one that has written since, or the read models do not stand at ${after}`,
      );
  };

  const commit = async (commit: Commit) => {
    await fence(commit);
    const groups = Map.groupBy(commit.documents, ({ collection }) => collection);
    for (const [collection, entries] of groups) {
      // Of one document named twice the newest: bulk writes may be done in any order.
      const newest = new Map<string, StoredDocument>();
      for (const { document } of entries)
        if ((newest.get(document.id)?.position ?? -1) < document.position) newest.set(document.id, document);
      await write(collection, [...newest.values()]);
    }
    if (commit.deleteBy) {
      const { collection, companyId, field, value } = commit.deleteBy;
      const found = await rowsOf(collection)
        .find(filterOf(tableOf(collection), [companyId], { where: { [field]: value } }))
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      await write(
        collection,
        found.map((row) => tombstone(row._id, companyId, commit.position)),
      );
    }
    await notices.write(commit.notices);
    const { matchedCount } = await checkpoints.updateOne(
      { _id: commit.projector, fence: commit.fence, ...placeOf(commit.after) },
      {
        $set: {
          position: commit.position,
          log: commit.logId,
          mark: commit.mark ? markOf(commit.mark) : null,
        },
      },
    );
    if (matchedCount === 0) throw new FencedError(`${commit.projector}: a newer projector has written`);
  };

  const reader = (companyId: string | undefined): CompanyReader => {
    const own = companyId === undefined ? {} : { company: companyId };
    // Named one by one, so that the indexes, which all begin with the company, can be used.
    const companies = async (collection: string) =>
      companyId === undefined ? ((await rowsOf(collection).distinct('company')) as string[]) : [companyId];
    const filter = async (
      collection: string,
      query: Pick<Query, 'where' | 'anyOf' | 'search' | 'through'>,
    ): Promise<Filter> => {
      const table = tableOf(collection);
      const own = filterOf(table, await companies(collection), query);
      if (!query.through) return own;
      const { field, collection: other, search, limit, or } = query.through;
      if (query.search !== undefined) throw new Error('a query goes through a search or has one, not both');
      const found = await page(other, { search, limit }, { _id: 1 });
      const theirs = conditions(table, { [field]: { in: found.map((row) => row._id) } });
      return { $and: [own, or ? { $or: [theirs, conditions(table, or)] } : theirs] };
    };
    const getMany = async <T extends StoredDocument>(
      collection: string,
      ids: readonly string[],
    ): Promise<readonly T[]> => {
      const rows = await rowsOf(collection)
        .find({ _id: { $in: [...ids] }, deleted: false, ...own })
        .toArray();
      const found = new Map(rows.map((row) => [row._id, parse<T>(row)]));
      return [...new Set(ids)].map((one) => found.get(one)).filter((document) => document !== undefined);
    };
    const page = async (
      collection: string,
      query: Query,
      projection: { doc: 1; position: 1 } | { _id: 1 },
    ) => {
      if (query.limit === 0) return [];
      const cursor = rowsOf(collection).find(await filter(collection, query), { projection });
      const sort = sortOf(tableOf(collection), query.sort);
      if (sort.length > 0) cursor.sort(sort);
      if (query.skip) cursor.skip(query.skip);
      if (query.limit !== undefined) cursor.limit(query.limit);
      return cursor.toArray();
    };
    return {
      companyId: companyId ?? '*',
      get: async <T extends StoredDocument>(collection: string, one: string): Promise<T | undefined> => {
        const [document] = await getMany<T>(collection, [one]);
        return document;
      },
      getMany,
      find: async <T extends StoredDocument>(collection: string, query: Query) => {
        const parsed = reread.get(collection);
        const rows = await page(collection, query, { doc: 1, position: 1 });
        return rows.map((row) => (parsed ? parsed.parse<T>(row._id, row.position, row.doc!) : parse<T>(row)));
      },
      ids: async (collection, query) => (await page(collection, query, { _id: 1 })).map((row) => row._id),
      count: async (collection, query) => rowsOf(collection).countDocuments(await filter(collection, query)),
      groupCount: async (collection, field, query) => {
        const table = tableOf(collection);
        const array = table.arrays.get(field);
        const name = array ?? table.fields.get(field);
        if (!name) throw new Error(`${collection}.${field} is in no index of the collection`);
        const groups = await rowsOf(collection)
          .aggregate<{ _id: Scalar; count: number }>([
            { $match: await filter(collection, query) },
            ...(array ? [{ $unwind: `$${array}` }] : []),
            { $group: { _id: `$${name}`, count: { $sum: 1 } } },
          ])
          .toArray();
        return new Map(groups.map((group) => [group._id, group.count]));
      },
    };
  };

  return {
    id,
    notices,
    reader,
    commit,
    prepare: async () => {
      for (const table of tables.values())
        for (const index of table.indexes) await rowsOf(table.spec.name).createIndex(index);
      await notices.prepare();
    },
    load: async (collection: string, ids: readonly string[]) =>
      (
        await rowsOf(collection)
          .find({ _id: { $in: [...new Set(ids)] } })
          .toArray()
      ).map((row) =>
        row.deleted ? tombstone(row._id, row.company, row.position) : parse<StoredDocument>(row),
      ),
    checkpoint: async (projector: string): Promise<Checkpoint | undefined> => {
      const row = await checkpoints.findOne({ _id: projector });
      return row && row.position !== null && row.log !== null
        ? { position: row.position, logId: row.log, ...(row.mark && { mark: markOf(row.mark) }) }
        : undefined;
    },
    fences: () => checkpoints.find().toArray(),
    raiseFences: async (rows: readonly CheckpointRow[]) => {
      for (const row of rows)
        await checkpoints.updateOne(
          { _id: row._id },
          { $max: { fence: row.fence }, $setOnInsert: { position: null, log: null } },
          { upsert: true },
        );
    },
    drop: async () => {
      for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
        if (name.startsWith(`${id}_`)) await db.dropCollection(name);
    },
  };
};
export type MongoGeneration = ReturnType<typeof mongoGeneration>;
