import type { WAMessage } from 'baileys';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { Vault } from '../../../domain/ports/vault.ts';
import { freeze, thaw } from './frozen.ts';

interface Sealed {
  readonly sealed: string;
}

/** The network keeps what it could not deliver no longer either. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Returns messages that were confirmed to the network and not yet handled: written down as they came, replayed in that
 * order by whoever has the connection next. Encrypted, for they are what people wrote. Not fenced: an entry of an owner
 * whose lease has passed on is a message all the same, and one handled twice is known by its id.
 *
 * Key: `inbox/{connection}/{milliseconds}-{count}`; value: the message under the vault, bound to its key.
 */
export function openInbox(deps: { state: StateStore; vault: Vault; connectionId: string }) {
  const { state, vault } = deps;
  const prefix = `inbox/${deps.connectionId}/`;
  let count = 0;
  return {
    /** A key for a message that came now: keys are in the order in which they are given. */
    key: (now = Date.now()) =>
      `${prefix}${String(now).padStart(14, '0')}-${String(count++ % 1e9).padStart(9, '0')}`,
    async put(key: string, message: WAMessage): Promise<void> {
      await state.set<Sealed>(key, { sealed: vault.seal(key, freeze(message)) }, { ttlMs: keptMs });
    },
    async remove(key: string): Promise<void> {
      await state.delete(key, { passing: true });
    },
    /** Up to `limit` entries in the order in which they came; one that cannot be opened has an `error`. */
    async list(after: string | undefined, limit: number) {
      const entries = await state.list<Sealed>(prefix, { limit, ...(after !== undefined && { after }) });
      return entries.map(({ key, value }): { key: string; message?: WAMessage; error?: unknown } => {
        try {
          return { key, message: thaw(vault.open(key, value.sealed)) };
        } catch (error) {
          return { key, error };
        }
      });
    },
  };
}
export type Inbox = ReturnType<typeof openInbox>;
