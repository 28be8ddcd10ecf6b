/** Read models on servers of MongoDB's protocol: generations side by side, queries, notices, and a fenced checkpoint. */

import type { Db } from 'mongodb';
import type { Mark } from '../../../domain/kernel/event-store.ts';
import { type Checkpoint, type Commit, FencedError } from '../../../projections/ports/read-store.ts';
import { markOf } from '../fields.ts';
import { isDuplicate } from './notices.ts';

interface CheckpointRow {
  readonly _id: string;
  readonly fence: number;
  readonly position: number | null;
  readonly log: string | null;
  readonly mark?: Mark | null;
}

/** Returns the condition on the checkpoint that it stands where the projector left it. */
function placeOf(after: number | undefined) {
  return after === undefined ? {} : { position: after === 0 ? { $in: [null, 0] } : after };
}

/** Returns where each projector stands in a generation, and the highest fence it has written with. */
export function mongoCheckpoints(db: Db, generation: string) {
  const rows = db.collection<CheckpointRow>(`${generation}_checkpoints`);
  return {
    of: async (projector: string): Promise<Checkpoint | undefined> => {
      const row = await rows.findOne({ _id: projector });
      return row && row.position !== null && row.log !== null
        ? { position: row.position, logId: row.log, ...(row.mark && { mark: markOf(row.mark) }) }
        : undefined;
    },
    /** Raises the fence before anything is written. @throws FencedError */
    raise: async ({ projector, fence, after }: Commit): Promise<void> => {
      let raised: boolean;
      try {
        const { matchedCount, upsertedCount } = await rows.updateOne(
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
    },
    /** Moves the projector to where the commit ends. @throws FencedError */
    move: async ({ projector, fence, after, position, logId, mark }: Commit): Promise<void> => {
      const { matchedCount } = await rows.updateOne(
        { _id: projector, fence, ...placeOf(after) },
        { $set: { position, log: logId, mark: mark ? markOf(mark) : null } },
      );
      if (matchedCount === 0) throw new FencedError(`${projector}: a newer projector has written`);
    },
    /** Fences go on from another generation's. */
    inherit: async (from: { fences(): Promise<readonly CheckpointRow[]> }): Promise<void> => {
      for (const { _id, fence } of await from.fences())
        await rows.updateOne(
          { _id },
          { $max: { fence }, $setOnInsert: { position: null, log: null } },
          { upsert: true },
        );
    },
    fences: () => rows.find().toArray(),
  };
}
