import { type Collection, MongoBulkWriteError } from 'mongodb';
import type { Row } from './fields.ts';
import { isDuplicate } from './notices.ts';

/**
 * Writes each row where none as new stands. What stands there as new or newer shows as a duplicate: the upsert found
 * nothing older and a row of that id. MongoDB goes on with the rest of the bulk then; servers of its protocol, and
 * proxies before it, may end the bulk there. So nothing is taken on trust: what is older in the store is written again.
 */
export const writeNewer = async (
  rows: Pick<Collection<Row>, 'bulkWrite' | 'find'>,
  given: readonly Row[],
): Promise<void> => {
  let leftRows = given;
  for (let stuckTries = 0; leftRows.length > 0; ) {
    try {
      await rows.bulkWrite(
        leftRows.map((row) => ({
          replaceOne: {
            filter: { _id: row._id, position: { $lt: row.position } },
            replacement: row,
            upsert: true,
          },
        })),
        { ordered: false },
      );
      return;
    } catch (error) {
      const failed = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
      if (failed.length === 0 || !failed.every(isDuplicate)) throw error;
      const there = new Map<string, number>();
      const ids = leftRows.map(({ _id }) => _id);
      for (const row of await rows.find({ _id: { $in: ids } }, { projection: { position: 1 } }).toArray())
        there.set(row._id, row.position);
      const older = leftRows.filter(({ _id, position }) => (there.get(_id) ?? -1) < position);
      // Nothing gained: another writer put an older row there between the upsert's look and its write. Once more, then.
      stuckTries = older.length === leftRows.length ? stuckTries + 1 : 0;
      if (stuckTries > 5) throw error;
      leftRows = older;
    }
  }
};
