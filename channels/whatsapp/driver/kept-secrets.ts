import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import type { StateStore } from '../../../domain/ports/state-store.ts';
import type { Vault } from '../../../domain/ports/vault.ts';

/**
 * Returns what opening later messages takes, kept encrypted for as long as these may come. The first one of a key keeps
 * it: whoever sends another under the same id takes nothing from it.
 * @param limits.most as many are remembered
 */
export function keptSecrets<T extends object>(
  { state, vault }: { readonly state: StateStore; readonly vault: Vault },
  { most, keptMs }: { readonly most: number; readonly keptMs: number },
) {
  const recent = boundedCache<T>(most);
  return {
    async find(key: string): Promise<T | undefined> {
      const known = recent.get(key);
      if (known) return known;
      const entry = await state.get<{ sealed: string }>(key);
      return entry && (JSON.parse(vault.open(key, entry.value.sealed)) as T);
    },

    async keep(key: string, kept: T): Promise<void> {
      if (!recent.has(key)) recent.set(key, kept);
      const sealed = vault.seal(key, JSON.stringify(kept));
      const written = await state.set(key, { sealed }, { expected: null, ttlMs: keptMs });
      // Another of this id was there before, or this very one: what is kept counts.
      if (!written) recent.delete(key);
    },
  };
}
