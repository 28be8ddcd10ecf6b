import { proto } from 'baileys';
import { updateEntry } from '../../../domain/ports/state-entries.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { Vault } from '../../../domain/ports/vault.ts';
import { SupersededError } from '../../../gateway/secrets/sealed-store.ts';

/** `to`: whom it is for, so that what is erased with them is found. */
interface Kept {
  readonly fence: number;
  readonly to: string;
  readonly sealed: string;
}

/** The network keeps files for weeks, but promises nothing: what waited longer is brought there anew. */
const keptMs = 12 * 3_600_000;

/**
 * Returns messages whose file has been brought to the network and which it has not taken yet, with the file's key and
 * address: whoever sends them, now or after a restart, brings it there no second time. Sealed; written by the owner of
 * the lease only, for a former one may be late.
 *
 * Key: `upload/{connection}/{id on the network}`.
 */
export function openKeptUploads(deps: {
  readonly state: StateStore;
  readonly vault: Vault;
  readonly connectionId: string;
  readonly fence: number;
  readonly mayAct: () => boolean;
}) {
  const { state, vault, fence, mayAct } = deps;
  const keyOf = (externalId: string) => `upload/${deps.connectionId}/${externalId}`;
  return {
    /** Undefined: not there, or not to be opened any more. */
    async find(externalId: string): Promise<proto.IMessage | undefined> {
      const key = keyOf(externalId);
      const entry = await state.get<Kept>(key);
      try {
        return entry && proto.Message.decode(Buffer.from(vault.open(key, entry.value.sealed), 'base64'));
      } catch {
        return undefined;
      }
    },
    /** @throws SupersededError when another gateway has the connection */
    async keep(externalId: string, to: string, message: proto.IMessage): Promise<void> {
      const key = keyOf(externalId);
      const text = Buffer.from(proto.Message.encode(message).finish()).toString('base64');
      const kept: Kept = { fence, to, sealed: vault.seal(key, text) };
      await updateEntry<Kept>(state, key, (there) => {
        if (!mayAct() || (there && there.value.fence > fence))
          throw new SupersededError('another gateway has the connection');
        return { value: kept, ttlMs: keptMs };
      });
    },
    async drop(externalId: string): Promise<void> {
      await state.delete(keyOf(externalId));
    },
  };
}
