import type { Logger } from 'pino';
import { type Holder, leaseKey } from '../domain/connection/serving.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { takeLease } from '../domain/ports/take-lease.ts';

/**
 * The right to drive one connection. Expiry is by the store's clock; the holder itself stops acting when half the
 * lease has passed on its own monotonic clock without a renewal, because the messaging network knows no fencing.
 */
export interface Lease {
  /** Grows with every new owner. */
  readonly fence: number;
  /** False: nothing may be sent or written now; a renewal may still come. */
  mayAct(): boolean;
  /** Aborted when another owner may have taken over, for good. */
  readonly lost: AbortSignal;
  /** Called by the keeper of the leases, a few times per lease. */
  renew(): Promise<void>;
  /** Gives the lease back, so that the next owner need not wait for its end. */
  release(): Promise<void>;
}

/**
 * @param options.clock monotonic milliseconds (default `performance.now`)
 * @returns undefined when another gateway has it
 */
export async function acquireLease(options: {
  state: StateStore;
  connectionId: string;
  holderId: string;
  leaseMs: number;
  log: Logger;
  clock?: () => number;
}): Promise<Lease | undefined> {
  const { state, holderId, leaseMs, log } = options;
  const clock = options.clock ?? (() => performance.now());
  const key = leaseKey(options.connectionId);
  const value: Holder = { holderId, ...(state.instance && { instance: state.instance }) };

  // Taken before the call: the store starts counting later, so our own count errs on the safe side.
  let renewedAt = clock();
  const taken = await takeLease(state, key, value, leaseMs);
  if (!taken) return undefined;
  let version = taken.version;
  let renewing: Promise<void> | undefined;
  let released = false;
  const lost = new AbortController();

  async function renewOnce(): Promise<void> {
    const startedAt = clock();
    try {
      const entry = await state.set(key, value, { expected: version, ttlMs: leaseMs });
      if (entry) {
        version = entry.version;
        renewedAt = startedAt;
        return;
      }
      // Our own earlier renewal may have been written although its answer was lost.
      const now = await state.get<Holder>(key);
      if (now?.value.holderId === holderId && now.version > version) version = now.version;
      else lost.abort(new Error('another gateway has the connection'));
    } catch (error) {
      log.warn({ err: error, connectionId: options.connectionId }, 'lease not renewed');
    }
    if (clock() - renewedAt > leaseMs) lost.abort(new Error('the lease ran out'));
  }

  return {
    fence: taken.version,
    lost: lost.signal,
    mayAct: () => !released && !lost.signal.aborted && clock() - renewedAt < leaseMs / 2,
    renew() {
      if (released || lost.signal.aborted) return Promise.resolve();
      renewing ??= renewOnce().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    async release() {
      if (released) return;
      released = true;
      await renewing;
      if (!lost.signal.aborted) await state.delete(key, { expected: version });
    },
  };
}
