import type { StateStore } from './state-store.ts';
import { takeLease } from './take-lease.ts';

/**
 * The right to do something that only one process may do at a time. It ends by the store's clock; the holder itself stops acting
 * when half of it has passed on its own monotonic clock without a renewal, for what it acts on may know no fencing.
 */
export interface Lease {
  /** Grows with every new owner. */
  readonly fence: number;
  /** False: nothing may be done under it now; a renewal may still come. */
  mayAct(): boolean;
  /** Aborted when another owner may have taken over, for good. */
  readonly lost: AbortSignal;
  /** To be called a few times per lease; several at once are one. */
  renew(): Promise<void>;
  /** Gives it back, so that the next owner need not wait for its end. */
  release(): Promise<void>;
}

/**
 * Returns the lease of this key, or undefined when somebody has it who may be alive.
 * @param options.value names this holder and no other, in every process: by it a renewal whose answer was lost is told from another's
 * @param options.passing nobody goes by its fence: taking and giving it back wait for no disk, for a power cut ends its holder too
 * @param options.clock monotonic milliseconds (default `performance.now`)
 * @param options.onFailure told of each renewal that the store did not answer
 * @throws what the store throws while it is taken
 */
export async function acquireLease(options: {
  readonly state: StateStore;
  readonly key: string;
  readonly value: Readonly<Record<string, string>>;
  readonly leaseMs: number;
  readonly passing?: boolean;
  readonly clock?: () => number;
  readonly onFailure?: (error: unknown) => void;
}): Promise<Lease | undefined> {
  const { state, key, leaseMs, passing = false, onFailure } = options;
  const clock = options.clock ?? (() => performance.now());
  const value = { ...options.value, ...(state.instance && { instance: state.instance }) };
  const isOurs = (there: Readonly<Record<string, unknown>>) =>
    Object.entries(value).every(([name, mine]) => there[name] === mine);

  // Counted from before the call: the store starts counting later, so our own count errs on the safe side.
  let renewedAt = clock();
  const takenEntry = await takeLease(state, key, value, { ttlMs: leaseMs, passing });
  if (!takenEntry) return undefined;
  let version = takenEntry.version;
  let renewing: Promise<void> | undefined;
  let released = false;
  const loss = new AbortController();

  async function renewOnce(): Promise<void> {
    const startedAt = clock();
    try {
      // A lease that goes back to an earlier renewal has lost its holder to the same power cut.
      const entry = await state.set(key, value, { expected: version, ttlMs: leaseMs, passing: true });
      if (entry) {
        version = entry.version;
        renewedAt = startedAt;
        return;
      }
      // Our own earlier renewal may have been written although its answer was lost.
      const now = await state.get<Record<string, unknown>>(key);
      if (now && now.version > version && isOurs(now.value)) version = now.version;
      else loss.abort(new Error('another has the lease'));
    } catch (error) {
      onFailure?.(error);
    }
    if (clock() - renewedAt > leaseMs) loss.abort(new Error('the lease ran out'));
  }

  return {
    fence: takenEntry.version,
    lost: loss.signal,
    mayAct: () => !released && !loss.signal.aborted && clock() - renewedAt < leaseMs / 2,
    renew() {
      if (released || loss.signal.aborted) return Promise.resolve();
      renewing ??= renewOnce().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    async release() {
      if (released) return;
      released = true;
      await renewing;
      if (!loss.signal.aborted) await state.delete(key, { expected: version, passing });
    },
  };
}

/** Returns the same lease, which now renews itself until it is lost or given back. */
export function renewedBySelf(lease: Lease, everyMs: number): Lease {
  const timer = setInterval(() => void lease.renew(), everyMs);
  lease.lost.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    ...lease,
    release() {
      clearInterval(timer);
      return lease.release();
    },
  };
}
