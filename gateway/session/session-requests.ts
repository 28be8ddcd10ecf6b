import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

interface Settled {
  /** Instant of the request that was carried out. */
  readonly at: string;
  /** It ended for good afterwards (logged out, replaced, never paired): only a newer request starts it again. */
  readonly halted: boolean;
  /** Fencing number of the owner who wrote it; absent in entries of earlier versions. */
  readonly fence?: number;
}

/**
 * Returns which request of an admin has been carried out: a restart of the gateway must not log a number out once more.
 * Written by the owner of the lease only: one whose lease has passed on must not switch a number off that another
 * serves.
 */
export const handledRequests = (state: StateStore, connectionId: string, fence = 0) => {
  const key = `session-request/${connectionId}`;

  /** Returns whether it was written: a newer owner has the say. */
  async function write(change: (there: Settled | undefined) => Settled): Promise<boolean> {
    const written = await updateEntry<Settled>(state, key, (there) =>
      (there?.value.fence ?? 0) > fence ? undefined : { value: { ...change(there?.value), fence } },
    );
    return written !== undefined;
  }

  return {
    settled: async (): Promise<Settled | undefined> => (await state.get<Settled>(key))?.value,
    /** To be called when the lease was taken: a write of the owner before that comes late finds another version. */
    claim: () => write((there) => there ?? { at: '', halted: false }),
    settle: (at: string, { halted }: { halted: boolean }) => write(() => ({ at, halted })),
  };
};
export type SessionRequests = ReturnType<typeof handledRequests>;
