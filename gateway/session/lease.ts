import type { Logger } from 'pino';
import { acquireLease, type Lease } from '../../domain/ports/lease.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { leaseKey } from '../../messaging/serving.ts';

/** Returns the right to drive a connection; undefined when another gateway has it. Whoever asks who drives it reads the `Holder` in it. */
export const connectionLease = (options: {
  readonly state: StateStore;
  readonly connectionId: string;
  /** Unique per process. */
  readonly holderId: string;
  readonly leaseMs: number;
  readonly log: Logger;
}): Promise<Lease | undefined> => {
  const { state, connectionId, holderId, leaseMs, log } = options;
  return acquireLease({
    state,
    leaseMs,
    key: leaseKey(connectionId),
    value: { holderId },
    onFailure: (error) => log.warn({ err: error, connectionId }, 'lease not renewed'),
  });
};
