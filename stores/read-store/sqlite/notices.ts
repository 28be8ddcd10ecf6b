import { FencedError, type Notice, type ReadStore } from '../../../projections/ports/read-store.ts';
import { type Column, type Database, decode, encode } from './database.ts';

const parse = (json: unknown) => JSON.parse(json as string) as Notice;

/** Writes them inside the caller's transaction. @throws FencedError */
function writeNotices(database: Database, notices: readonly Notice[], lastCursor: () => number): void {
  if (notices.length === 0) return;
  const heads = new Map<string, number>();
  const headOf = (company: string) => {
    const row = database.get('SELECT seq FROM heads WHERE company = ?', [encode(company)]);
    return row ? (row[0] as number) : 0;
  };
  let cursor = lastCursor();
  const insert = database.statement('INSERT INTO notices (cursor, company, seq, notice) VALUES (?, ?, ?, ?)');
  for (const notice of notices) {
    const { companyId, seq } = notice;
    const json = JSON.stringify(notice);
    const head = heads.get(companyId) ?? headOf(companyId);
    heads.set(companyId, Math.max(head, seq));
    if (seq > head) {
      cursor += 1;
      insert.run(cursor, encode(companyId), seq, json);
      continue;
    }
    // The same notice again is a repeated commit; another one, or one no longer kept, is another projector's.
    const taken = database.get('SELECT notice FROM notices WHERE company = ? AND seq = ?', [
      encode(companyId),
      seq,
    ]);
    if (taken?.[0] !== json) throw new FencedError(`notice ${seq} of company ${companyId} is taken`);
  }
  database.run('UPDATE feed SET cursor = ?', [cursor]);
  for (const [company, seq] of heads)
    database.run('INSERT OR REPLACE INTO heads VALUES (?, ?)', [encode(company), seq]);
}

/** Returns a generation's notices, their numbers by company, and the cursor that counts all of them. */
export function createNotices(database: Database) {
  const lastCursor = () => database.get('SELECT cursor FROM feed')![0] as number;
  const numbers = (only?: string) =>
    only === undefined
      ? database.all('SELECT company, seq FROM heads')
      : database.all('SELECT company, seq FROM heads WHERE company = ?', [encode(only)]);
  return {
    lastCursor,
    /** Company and highest number, as they stand in the file. */
    numbers,
    write: (notices: readonly Notice[]) => writeNotices(database, notices, lastCursor),
    heads: (): ReadonlyMap<string, number> =>
      new Map(numbers().map((row) => [decode(row[0]) as string, row[1] as number])),
    changes: (companyId: string, after: number, limit: number): Awaited<ReturnType<ReadStore['changes']>> => {
      const [lowSeq, head] = database.get(
        'SELECT (SELECT min(seq) FROM notices WHERE company = ?1), (SELECT seq FROM heads WHERE company = ?1)',
        [encode(companyId)],
      )! as [number | null, number | null];
      const lastSeq = head ?? 0;
      const notices = database
        .all('SELECT notice FROM notices WHERE company = ? AND seq > ? ORDER BY seq LIMIT ?', [
          encode(companyId),
          after,
          limit,
        ])
        .map((row) => parse(row[0]));
      // A cursor above the head belongs to a store that was restored: what it has seen is not ours.
      return { notices, truncated: after > lastSeq || after + 1 < (lowSeq ?? lastSeq + 1) };
    },
    tail: (after: number, limit: number): Awaited<ReturnType<ReadStore['tail']>> => {
      if (after <= 0) return { notices: [], cursor: lastCursor() };
      const rows = database.all(
        'SELECT cursor, notice FROM notices WHERE cursor > ? ORDER BY cursor LIMIT ?',
        [after, limit],
      );
      return {
        notices: rows.map((row) => parse(row[1])),
        // A generation that took a damaged one's place counts anew: whoever is ahead of it comes back.
        cursor: rows.length > 0 ? (rows.at(-1)![0] as number) : Math.min(after, lastCursor()),
      };
    },
    trim: (keep: number, only?: string): void =>
      database.transaction(() => {
        for (const [company, seq] of numbers(only))
          database.run('DELETE FROM notices WHERE company = ? AND seq <= ?', [
            company as Column,
            (seq as number) - Math.max(0, keep),
          ]);
      }),
    /** Numbers and the cursor go on from another generation's. */
    raise: (heads: readonly (readonly unknown[])[], cursor: number): void => {
      for (const [company, seq] of heads)
        database.run(
          'INSERT INTO heads VALUES (?, ?) ON CONFLICT (company) DO UPDATE SET seq = max(seq, excluded.seq)',
          [company as Column, seq as number],
        );
      database.run('UPDATE feed SET cursor = max(cursor, ?)', [cursor]);
    },
  };
}
export type Notices = ReturnType<typeof createNotices>;
