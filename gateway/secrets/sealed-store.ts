import { LRUCache } from 'lru-cache';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';

/** A newer owner of the connection has written: this one must stop. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

interface Sealed {
  readonly fence: number;
  readonly sealed: string;
}

/**
 * Returns encrypted values of one connection, written only by the owner of its lease. Every value carries the fence of
 * its writer; the first read by a new owner marks it, so that a write of the old owner that comes late finds another
 * version and fails.
 */
export function openSealedStore(deps: {
  state: StateStore;
  vault: Vault;
  connectionId: string;
  fence: number;
  mayAct: () => boolean;
}) {
  const { state, vault, fence } = deps;
  // Named when there was one channel; what is stored keeps its place, for both builds of a deploy read it.
  const prefix = `wa/${deps.connectionId}/`;
  const versions = new LRUCache<string, number>({ max: 50_000 });

  const check = (found: Sealed | undefined): void => {
    if (found && found.fence > fence) throw new SupersededError('another gateway has the connection');
  };

  /** Writes under the version last seen; when another stands there, it is looked at first. */
  async function putSealed(key: string, value: Sealed): Promise<void> {
    for (;;) {
      if (!deps.mayAct()) throw new SupersededError('the lease may have passed on');
      let expected: number | null | undefined = versions.get(key);
      if (expected === undefined) {
        const there = await state.get<Sealed>(key);
        check(there?.value);
        expected = there?.version ?? null;
      }
      const written = await state.set<Sealed>(key, value, { expected });
      if (written) {
        versions.set(key, written.version);
        return;
      }
      versions.delete(key);
    }
  }

  return {
    async read(name: string): Promise<string | undefined> {
      const key = prefix + name;
      const entry = await state.get<Sealed>(key);
      if (!entry) return undefined;
      check(entry.value);
      const plain = vault.open(key, entry.value.sealed);
      if (entry.value.fence < fence && deps.mayAct()) {
        const marked = await state.set<Sealed>(key, { ...entry.value, fence }, { expected: entry.version });
        // The old owner wrote in between: what it wrote is what counts.
        if (!marked) return this.read(name);
        versions.set(key, marked.version);
      } else versions.set(key, entry.version);
      return plain;
    },
    write: (name: string, plain: string): Promise<void> =>
      putSealed(prefix + name, { fence, sealed: vault.seal(prefix + name, plain) }),
    async remove(name: string): Promise<void> {
      if (!deps.mayAct()) throw new SupersededError('the lease may have passed on');
      const there = await state.get<Sealed>(prefix + name);
      check(there?.value);
      versions.delete(prefix + name);
      if (there) await state.delete(prefix + name, { expected: there.version });
    },
    /** Forgets everything: the pairing has ended. */
    async clear(): Promise<void> {
      if (!deps.mayAct()) throw new SupersededError('the lease may have passed on');
      versions.clear();
      for (;;) {
        const entries = await state.list<Sealed>(prefix, { limit: 500 });
        for (const entry of entries) check(entry.value);
        await Promise.all(entries.map((entry) => state.delete(entry.key, { expected: entry.version })));
        if (entries.length === 0) return;
      }
    },
  };
}
export type SealedStore = ReturnType<typeof openSealedStore>;
