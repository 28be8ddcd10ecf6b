import type { Logger } from 'pino';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import { type SnapshotBoxes, snapshotKey } from '../../domain/ports/snapshots.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** As it lies in the state store. */
interface Kept {
  /** Whose key opens the box. */
  readonly contactId: string;
  readonly box: string;
}

/** Returns snapshots in the state store. A box opens at its own place only, and what nobody can open any more is dropped. */
export const createSnapshotBoxes = (deps: {
  readonly state: Pick<StateStore, 'get' | 'set' | 'delete'>;
  readonly contactKeys: Pick<ContactKeys, 'find'>;
  readonly log: Pick<Logger, 'warn'>;
}): SnapshotBoxes => {
  const { state, contactKeys, log } = deps;

  return {
    get: async (companyId, stream) => {
      const name = snapshotKey(companyId, stream);
      try {
        const entry = await state.get<Kept>(name);
        if (entry === undefined) return undefined;
        const { contactId, box } = entry.value;
        const key = await contactKeys.find(companyId, contactId);
        if (typeof key === 'object') return key.open(box, name);
        if (key === 'erased') await state.delete(name, { expected: entry.version });
      } catch (error) {
        log.warn({ err: error, stream }, 'a snapshot cannot be read: the stream is read from its beginning');
      }
      return undefined;
    },
    put: async (companyId, contactId, stream, json) => {
      const name = snapshotKey(companyId, stream);
      try {
        const key = await contactKeys.find(companyId, contactId);
        if (typeof key !== 'object') return;
        const kept: Kept = { contactId, box: key.seal(json, name) };
        // Whatever stands there, of this or of another process, is of the same stream: which of two is later does not matter.
        await state.set(name, kept, { passing: true });
      } catch (error) {
        log.warn({ err: error, stream }, 'a snapshot was not kept');
      }
    },
  };
};
