import { setTimeout as sleep } from 'node:timers/promises';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { type HeldBy, takeLease } from '../../domain/ports/take-lease.ts';

export interface HeldLease {
  /** Greater than that of every owner before, so that a store can tell and refuse an older writer. */
  readonly fence: number;
  /** Aborts when the lease is lost, or may be: renewals have failed for as long as it lasts. */
  readonly lost: AbortSignal;
  /** Gives it up at once, so that a standby need not wait. */
  release(): Promise<void>;
}

interface LeaseValue extends HeldBy {
  readonly owner: string;
}

/** The lease of the projector of this name and of this version of the read models: each version is folded by its own. */
export const projectorLease = (name: string, version: string) => `projector/${name}/${version}`;
/** How long a dead projector keeps its standby waiting where nobody can tell that it is dead. */
export const defaultLeaseMs = 3_000;
/** Renewals in the time a lease lasts. */
const renewals = 3;
export const renewEveryMs = (leaseMs: number) => leaseMs / renewals;

/**
 * Waits until the lease is free, or its holder's process known to have ended, takes it and renews it until it is lost or
 * released.
 * @returns undefined when `signal` aborts first
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
  const value: LeaseValue = { owner, ...(state.instance && { instance: state.instance }) };
  while (!signal.aborted) {
    const entry = await takeLease(state, key, value, leaseMs);
    if (entry) return hold(state, key, value, leaseMs, entry.version, await nextFence(state, `${key}/fence`));
    options.onTaken?.();
    await sleep(state.isGone ? Math.min(200, leaseMs / 5) : leaseMs / 5, undefined, { signal }).catch(
      () => {},
    );
  }
  return undefined;
};

/**
 * A counter that also outruns what an earlier state store gave: after a restored backup of the state alone, read models
 * would otherwise refuse every projector for ever. The counter keeps it growing when the clock goes back.
 */
const nextFence = async (state: StateStore, key: string): Promise<number> => {
  for (;;) {
    const before = await state.get<number>(key);
    const fence = Math.max((before?.value ?? 0) + 1, await state.now());
    if (await state.set(key, fence, { expected: before?.version ?? null })) return fence;
  }
};

const hold = (
  state: StateStore,
  key: string,
  value: LeaseValue,
  leaseMs: number,
  first: number,
  fence: number,
): HeldLease => {
  const lost = new AbortController();
  let version = first;
  let renewedAt = performance.now();
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    try {
      const asked = performance.now();
      const entry = await state.set(key, value, { expected: version, ttlMs: leaseMs });
      if (!entry) return lost.abort(new Error('the lease has ended'));
      version = entry.version;
      renewedAt = asked;
    } catch (error) {
      // The store may answer again before the lease ends; after that somebody else may hold it.
      if (performance.now() - renewedAt >= leaseMs) lost.abort(error);
    }
  };
  let idle = true;
  const timer = setInterval(() => {
    if (!idle || lost.signal.aborted) return;
    idle = false;
    renewing = renew().finally(() => {
      idle = true;
    });
  }, renewEveryMs(leaseMs));
  lost.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    fence,
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      await renewing;
      if (lost.signal.aborted) return;
      lost.abort(new Error('the lease was given up'));
      await state.delete(key, { expected: version });
    },
  };
};
