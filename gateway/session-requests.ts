import type { StateStore } from '../domain/ports/state-store.ts';

interface Settled {
  /** Instant of the request that was carried out. */
  readonly at: string;
  /** It ended for good afterwards (logged out, replaced, never paired): only a newer request starts it again. */
  readonly halted: boolean;
}

/** Which request of an admin has been carried out: a restart of the gateway must not log a number out once more. */
export const handledRequests = (state: StateStore, connectionId: string) => {
  const key = `session-request/${connectionId}`;
  return {
    settled: async (): Promise<Settled | undefined> => (await state.get<Settled>(key))?.value,
    settle: (at: string, { halted }: { halted: boolean }) => state.set<Settled>(key, { at, halted }),
  };
};
