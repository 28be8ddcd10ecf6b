import type { Commit, WrittenDocument } from '../../../projections/ports/read-store.ts';
import type { Names } from '../../packing/names.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Collections } from './collections.ts';
import type { Companies } from './companies.ts';
import type { Database } from './database.ts';
import type { Documents } from './documents.ts';
import type { Notices } from './notices.ts';
import { createTableWriter } from './table-writer.ts';

/** What a commit is written to. */
interface Target {
  readonly database: Database;
  readonly collections: Collections;
  readonly companies: Companies;
  readonly documents: Documents;
  readonly names: Names;
  readonly notices: Notices;
  readonly checkpoints: Checkpoints;
}

/** Returns what writes a commit inside the caller's transaction. @throws FencedError */
export function createWriter(target: Target) {
  const { database, collections, companies, documents, names, notices, checkpoints } = target;
  const writers = new Map(
    [...collections.tables].map(([name, table]) => [
      name,
      createTableWriter(database, table, companies, documents, names),
    ]),
  );
  const writerOf = (collection: string) => {
    const writer = writers.get(collection);
    if (!writer) throw new Error(`unknown collection ${collection}`);
    return writer;
  };

  const deleteWhere = (
    { collection, companyId, field, value }: NonNullable<Commit['deleteBy']>,
    position: number,
  ) => {
    const writer = writerOf(collection);
    collections.ready(writer.table, field);
    const ids = writer.idsWhere(companyId, field, value, position);
    writer.write(
      ids.map((id) => ({ collection, document: { id, companyId, position, deleted: true as const } })),
    );
  };

  return (commit: Commit): void => {
    checkpoints.check(commit);
    const groups = new Map<string, WrittenDocument[]>();
    for (const written of commit.documents) {
      const group = groups.get(written.collection);
      if (group) group.push(written);
      else groups.set(written.collection, [written]);
    }
    for (const [collection, written] of groups) writerOf(collection).write(written);
    if (commit.deleteBy) deleteWhere(commit.deleteBy, commit.position);
    notices.write(commit.notices);
    checkpoints.write(commit);
  };
}
