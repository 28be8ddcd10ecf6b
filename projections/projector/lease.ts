import { newId } from '../../domain/kernel/ids.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import { acquireLease as acquire, type Lease, renewedBySelf } from '../../domain/ports/lease.ts';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** Renews itself. `fence`: also greater than that of every owner before by the read models' own reckoning. */
export type HeldLease = Pick<Lease, 'fence' | 'lost' | 'release'>;

/** Returns the lease of the projector of this name and of this version of the read models: each version is folded by its own. */
export const projectorLease = (name: string, version: string) => `projector/${name}/${version}`;
/** How long a dead projector keeps its standby waiting where nobody can tell that it is dead. */
export const defaultLeaseMs = 3_000;
/** Renewals in the time a lease lasts. */
const renewals = 3;
export const renewEveryMs = (leaseMs: number) => leaseMs / renewals;

/**
 * Resolves with the lease once it is free, or its holder's process known to have ended, and taken. It is renewed until
 * it is lost or released; undefined when `signal` aborts first.
 * @throws what the state store throws while waiting
 */
export const acquireLease = async (options: {
  state: StateStore;
  key: string;
  owner: string;
  leaseMs: number;
  signal: AbortSignal;
  /** Another owner was found to hold it: the store answers, and all is well. */
  onTaken?: () => void;
}): Promise<HeldLease | undefined> => {
  const { state, key, owner, leaseMs, signal } = options;
  // Two of one process may follow each other: by the turn each knows its own.
  const value = { owner, turn: newId() };
  while (!signal.aborted) {
    const lease = await acquire({ state, key, value, leaseMs });
    if (lease) {
      const held = renewedBySelf(lease, renewEveryMs(leaseMs));
      try {
        return { ...held, fence: await nextFence(state, `${key}/fence`) };
      } catch (error) {
        await held.release().catch(() => {});
        throw error;
      }
    }
    options.onTaken?.();
    await sleep(state.isGone ? Math.min(200, leaseMs / 5) : leaseMs / 5, signal);
  }
  return undefined;
};

/**
 * Returns the next number of a counter that also outruns what an earlier state store gave: after a restored backup of
 * the state alone, read models would otherwise refuse every projector for ever. The counter keeps it growing when the
 * clock goes back.
 */
const nextFence = async (state: StateStore, key: string): Promise<number> => {
  const written = await updateEntry<number>(state, key, async (before) => ({
    value: Math.max((before?.value ?? 0) + 1, await state.now()),
  }));
  return written!.value;
};
