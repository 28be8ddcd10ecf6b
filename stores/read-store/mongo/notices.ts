import { type Db, MongoBulkWriteError } from 'mongodb';
import { FencedError, type Notice } from '../../../projections/ports/read-store.ts';

interface NoticeRow {
  readonly _id: string;
  readonly company: string;
  readonly seq: number;
  readonly cursor: number;
  readonly notice: string;
}
interface Head {
  readonly _id: string;
  readonly seq: number;
}
interface Mark {
  readonly _id: 'cursor' | 'settled';
  readonly value: number;
}

const parse = (row: NoticeRow) => JSON.parse(row.notice) as Notice;
const idOf = ({ companyId, seq }: Notice) => `${seq} ${companyId}`;
export const isDuplicate = (error: unknown) => (error as { code?: unknown }).code === 11000;

/**
 * Notices of one generation. `heads` follows them: what was written after mark `settled` is not in it yet, so that a
 * crash between the two loses no number.
 */
export const mongoNotices = (db: Db, generation: string) => {
  const rows = db.collection<NoticeRow>(`${generation}_notices`);
  const tops = db.collection<Head>(`${generation}_heads`);
  const marks = db.collection<Mark>(`${generation}_marks`);
  const markOf = async (id: Mark['_id']) => (await marks.findOne({ _id: id }))?.value ?? 1;
  const raise = async (id: Mark['_id'], value: number) => {
    await marks.updateOne({ _id: id }, { $max: { value } }, { upsert: true });
  };

  const heads = async () => {
    const settled = await markOf('settled');
    const found = new Map((await tops.find().toArray()).map((head) => [head._id, head.seq]));
    for (const { company, seq } of await rows.find({ cursor: { $gt: settled } }).toArray())
      found.set(company, Math.max(found.get(company) ?? 0, seq));
    return found;
  };

  const compare = async (notices: readonly Notice[]) => {
    if (notices.length === 0) return;
    const taken = new Map(
      (await rows.find({ _id: { $in: notices.map(idOf) } }).toArray()).map((row) => [row._id, row.notice]),
    );
    // The same notice again is a repeated commit; another one, or one no longer kept, is another projector's.
    for (const notice of notices)
      if (taken.get(idOf(notice)) !== JSON.stringify(notice))
        throw new FencedError(`notice ${notice.seq} of company ${notice.companyId} is taken`);
  };

  const settle = async (last: number, written: Iterable<[string, number]>) => {
    const updates = [...written].map(([company, seq]) => ({
      updateOne: { filter: { _id: company }, update: { $max: { seq } }, upsert: true },
    }));
    if (updates.length > 0) await tops.bulkWrite(updates, { ordered: false });
    await raise('settled', last);
  };

  return {
    heads,
    prepare: async () => {
      await rows.createIndex({ company: 1, seq: 1 }, { unique: true });
      await rows.createIndex({ cursor: 1 });
    },
    /** @throws FencedError */
    write: async (notices: readonly Notice[]) => {
      if (notices.length === 0) return;
      const before = await heads();
      await compare(notices.filter(({ companyId, seq }) => seq <= (before.get(companyId) ?? 0)));
      const fresh = notices.filter(({ companyId, seq }) => seq > (before.get(companyId) ?? 0));
      const first = await markOf('cursor');
      const last = first + fresh.length;
      // Before the notices: a number given twice after a crash would hide a notice from a tail.
      await raise('cursor', last);
      if (fresh.length > 0)
        try {
          await rows.insertMany(
            fresh.map((notice, at) => ({
              _id: idOf(notice),
              company: notice.companyId,
              seq: notice.seq,
              cursor: first + at + 1,
              notice: JSON.stringify(notice),
            })),
          );
        } catch (error) {
          if (error instanceof MongoBulkWriteError && isDuplicate(error))
            throw new FencedError('another projector has written notices meanwhile');
          throw error;
        }
      const written = new Map(before);
      for (const { companyId, seq } of fresh)
        written.set(companyId, Math.max(written.get(companyId) ?? 0, seq));
      const touched = new Set(notices.map(({ companyId }) => companyId));
      await settle(
        last,
        [...written].filter(([company]) => touched.has(company)),
      );
    },
    changes: async (companyId: string, after: number, limit: number) => {
      const own = { company: companyId };
      const first = await rows.find(own).sort({ seq: 1 }).limit(1).toArray();
      const newest = await rows.find(own).sort({ seq: -1 }).limit(1).toArray();
      const last = Math.max((await tops.findOne({ _id: companyId }))?.seq ?? 0, newest[0]?.seq ?? 0);
      const found = await rows
        .find({ ...own, seq: { $gt: after } })
        .sort({ seq: 1 })
        .limit(limit)
        .toArray();
      // A cursor above the head belongs to a store that was restored: what it has seen is not ours.
      const truncated = after > last || after + 1 < (first[0]?.seq ?? last + 1);
      return { notices: limit > 0 ? found.map(parse) : [], truncated };
    },
    tail: async (after: number, limit: number) => {
      if (after <= 0) return { notices: [], cursor: await markOf('cursor') };
      const found = await rows
        .find({ cursor: { $gt: after } })
        .sort({ cursor: 1 })
        .limit(limit)
        .toArray();
      return { notices: found.map(parse), cursor: found.at(-1)?.cursor ?? after };
    },
    trim: async (keep: number, only?: string) => {
      const all = await heads();
      // Every head first: a notice that is gone no longer tells its number.
      await settle(await markOf('settled'), all);
      for (const [company, seq] of all)
        if (only === undefined || only === company)
          await rows.deleteMany({ company, seq: { $lte: seq - Math.max(0, keep) } });
    },
    /** Numbers and cursors go on from another generation's. */
    inherit: async (from: { heads(): Promise<ReadonlyMap<string, number>>; cursor(): Promise<number> }) => {
      const cursor = await from.cursor();
      await raise('cursor', cursor);
      await settle(cursor, await from.heads());
    },
    cursor: () => markOf('cursor'),
  };
};
