import { type Collection, type Db, MongoBulkWriteError } from 'mongodb';
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
 * Returns a generation's notice numbers by company, and the cursor that counts all notices. Numbers follow the notices:
 * what was written after mark `settled` is not in them yet, so that a crash between the two loses no number.
 */
function createNumbers(db: Db, generation: string, rows: Collection<NoticeRow>) {
  const tops = db.collection<Head>(`${generation}_heads`);
  const marks = db.collection<Mark>(`${generation}_marks`);
  const markOf = async (id: Mark['_id']) => (await marks.findOne({ _id: id }))?.value ?? 1;
  const raise = async (id: Mark['_id'], value: number) => {
    await marks.updateOne({ _id: id }, { $max: { value } }, { upsert: true });
  };
  return {
    cursor: () => markOf('cursor'),
    raiseCursor: (value: number) => raise('cursor', value),
    heads: async (): Promise<Map<string, number>> => {
      const settled = await markOf('settled');
      const heads = new Map((await tops.find().toArray()).map((head) => [head._id, head.seq]));
      for (const { company, seq } of await rows.find({ cursor: { $gt: settled } }).toArray())
        heads.set(company, Math.max(heads.get(company) ?? 0, seq));
      return heads;
    },
    /** Of one company what is settled; 0: none. */
    settledOf: async (companyId: string) => (await tops.findOne({ _id: companyId }))?.seq ?? 0,
    settle: async (heads: Iterable<[string, number]>, last?: number): Promise<void> => {
      const updates = [...heads].map(([company, seq]) => ({
        updateOne: { filter: { _id: company }, update: { $max: { seq } }, upsert: true },
      }));
      if (updates.length > 0) await tops.bulkWrite(updates, { ordered: false });
      if (last !== undefined) await raise('settled', last);
    },
  };
}
type Numbers = ReturnType<typeof createNumbers>;

/** The same notice again is a repeated commit; another one, or one no longer kept, is another projector's. @throws FencedError */
async function compare(rows: Collection<NoticeRow>, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const taken = new Map(
    (await rows.find({ _id: { $in: notices.map(idOf) } }).toArray()).map((row) => [row._id, row.notice]),
  );
  for (const notice of notices)
    if (taken.get(idOf(notice)) !== JSON.stringify(notice))
      throw new FencedError(`notice ${notice.seq} of company ${notice.companyId} is taken`);
}

/** Inserts notices behind the cursor `firstSeq`. @throws FencedError */
async function insert(
  rows: Collection<NoticeRow>,
  notices: readonly Notice[],
  firstSeq: number,
): Promise<void> {
  if (notices.length === 0) return;
  try {
    await rows.insertMany(
      notices.map((notice, at) => ({
        _id: idOf(notice),
        company: notice.companyId,
        seq: notice.seq,
        cursor: firstSeq + at + 1,
        notice: JSON.stringify(notice),
      })),
    );
  } catch (error) {
    if (error instanceof MongoBulkWriteError && isDuplicate(error))
      throw new FencedError('another projector has written notices meanwhile');
    throw error;
  }
}

/** @throws FencedError */
async function write(
  rows: Collection<NoticeRow>,
  numbers: Numbers,
  notices: readonly Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const heads = await numbers.heads();
  const isFresh = ({ companyId, seq }: Notice) => seq > (heads.get(companyId) ?? 0);
  const freshNotices = notices.filter(isFresh);
  await compare(
    rows,
    notices.filter((notice) => !isFresh(notice)),
  );
  const first = await numbers.cursor();
  const lastSeq = first + freshNotices.length;
  // Before the notices: a number given twice after a crash would hide a notice from a tail.
  await numbers.raiseCursor(lastSeq);
  await insert(rows, freshNotices, first);
  for (const { companyId, seq } of freshNotices)
    heads.set(companyId, Math.max(heads.get(companyId) ?? 0, seq));
  const touched = new Set(notices.map(({ companyId }) => companyId));
  await numbers.settle(
    [...heads].filter(([company]) => touched.has(company)),
    lastSeq,
  );
}

/** Returns the notices of one generation. */
export function mongoNotices(db: Db, generation: string) {
  const rows = db.collection<NoticeRow>(`${generation}_notices`);
  const numbers = createNumbers(db, generation, rows);
  return {
    heads: numbers.heads,
    cursor: numbers.cursor,
    prepare: async (): Promise<void> => {
      await rows.createIndex({ company: 1, seq: 1 }, { unique: true });
      await rows.createIndex({ cursor: 1 });
    },
    write: (notices: readonly Notice[]) => write(rows, numbers, notices),
    changes: async (companyId: string, after: number, limit: number) => {
      const own = { company: companyId };
      const firstRows = await rows.find(own).sort({ seq: 1 }).limit(1).toArray();
      const newest = await rows.find(own).sort({ seq: -1 }).limit(1).toArray();
      const last = Math.max(await numbers.settledOf(companyId), newest[0]?.seq ?? 0);
      const page = await rows
        .find({ ...own, seq: { $gt: after } })
        .sort({ seq: 1 })
        .limit(limit)
        .toArray();
      // A cursor above the head belongs to a store that was restored: what it has seen is not ours.
      const truncated = after > last || after + 1 < (firstRows[0]?.seq ?? last + 1);
      return { notices: limit > 0 ? page.map(parse) : [], truncated };
    },
    tail: async (after: number, limit: number) => {
      if (after <= 0) return { notices: [], cursor: await numbers.cursor() };
      const page = await rows
        .find({ cursor: { $gt: after } })
        .sort({ cursor: 1 })
        .limit(limit)
        .toArray();
      return { notices: page.map(parse), cursor: page.at(-1)?.cursor ?? after };
    },
    trim: async (keep: number, only?: string): Promise<void> => {
      const heads = await numbers.heads();
      // Every head first: a notice that is gone no longer tells its number.
      await numbers.settle(heads);
      for (const [company, seq] of heads)
        if (only === undefined || only === company)
          await rows.deleteMany({ company, seq: { $lte: seq - Math.max(0, keep) } });
    },
    /** Numbers and cursors go on from another generation's. */
    inherit: async (from: { heads(): Promise<Iterable<[string, number]>>; cursor(): Promise<number> }) => {
      const cursor = await from.cursor();
      await numbers.raiseCursor(cursor);
      await numbers.settle(await from.heads(), cursor);
    },
  };
}
