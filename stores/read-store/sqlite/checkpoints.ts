import type { Mark } from '../../../domain/kernel/event-store.ts';
import { type Checkpoint, type Commit, FencedError } from '../../../projections/ports/read-store.ts';
import { markOf } from '../fields.ts';
import type { Database } from './database.ts';

/** Returns where each projector stands in a generation, and the highest fence it has written with. */
export function createCheckpoints(database: Database) {
  return {
    of: (projector: string): Checkpoint | undefined => {
      const row = database.get('SELECT position, log, mark FROM checkpoints WHERE projector = ?', [
        projector,
      ]);
      if (!row || row[0] === null) return undefined;
      const mark = row[2] === null ? undefined : (JSON.parse(row[2] as string) as Mark);
      return { position: row[0] as number, logId: row[1] as string, ...(mark && { mark }) };
    },
    /**
     * Refuses a commit below the highest fence, and one to read models that do not stand where its projector left them.
     * @throws FencedError
     */
    check: ({ projector, fence, after }: Commit): void => {
      const row = database.get('SELECT fence, position FROM checkpoints WHERE projector = ?', [projector]);
      if (row && (row[0] as number) > fence)
        throw new FencedError(`${projector}: fence ${fence} is below ${row[0]}, which has written since`);
      const position = (row?.[1] as number | null | undefined) ?? 0;
      if (after !== undefined && position !== after)
        throw new FencedError(
          `${projector}: the read models stand at ${position}, not at ${after} where it left them`,
        );
    },
    /** Moves the projector to where the commit ends, and raises its fence. */
    write: ({ projector, fence, position, logId, mark }: Commit): void =>
      database.run('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)', [
        projector,
        fence,
        position,
        logId,
        mark ? JSON.stringify(markOf(mark)) : null,
      ]),
    fences: () => database.all('SELECT projector, fence FROM checkpoints'),
    raiseFences: (fences: readonly (readonly unknown[])[]): void => {
      for (const [projector, fence] of fences)
        database.run(
          'INSERT INTO checkpoints VALUES (?, ?, NULL, NULL, NULL) ON CONFLICT (projector) DO UPDATE SET fence = max(fence, excluded.fence)',
          [projector as string, fence as number],
        );
    },
  };
}
export type Checkpoints = ReturnType<typeof createCheckpoints>;
