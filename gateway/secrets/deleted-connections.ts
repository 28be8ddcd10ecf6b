/** What the gateway keeps sealed in the state store: credentials of connections, and what opens the votes of a poll. */

import type { Logger } from 'pino';
import { DomainError } from '../../domain/errors.ts';
import { dropEntries } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { connectionSecrets } from '../../messaging/secrets.ts';
import type { ProcessManager } from '../process/process-manager.ts';
import { connectionLease } from '../session/lease.ts';

const leaseMs = 10_000;

/** Drops what lets others act as a connection: its secrets, the keys of its pairing, the address book of its phone. */
export async function dropPairing(state: StateStore, connectionId: string): Promise<void> {
  for (const place of [connectionSecrets(connectionId), `wa/${connectionId}/`, `phone-book/${connectionId}/`])
    await dropEntries(state, place);
}

/**
 * Returns the process manager that drops what a deleted connection leaves in the state store, also where nobody drove
 * it when it went. Whoever drives it logs it out first: that takes the keys, and the lease says when it is done.
 */
export const createDeletedConnections = ({
  state,
  holderId,
  log,
}: {
  readonly state: StateStore;
  readonly holderId: string;
  readonly log: Logger;
}): ProcessManager => ({
  name: 'connection-remains',
  start: 'head',
  key: ({ stream }) => stream,
  handles: {
    async ConnectionDeleted({ data: { connectionId } }) {
      const lease = await connectionLease({ state, connectionId, holderId, leaseMs, log });
      if (!lease) throw new DomainError('ERR_UNAVAILABLE', 'it is still being logged out');
      try {
        await dropPairing(state, connectionId);
      } finally {
        await lease.release();
      }
    },
  },
});
