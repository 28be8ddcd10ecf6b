import type { StateEntry, StateStore } from '../../domain/ports/state-store.ts';

/** A state store for tests: `now` is the clock that leases end by. */
export const createInMemoryStateStore = (now: () => number = Date.now): StateStore => {
  const entries = new Map<string, StateEntry>();
  let version = 0;
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry && (entry.expiresAt === undefined || entry.expiresAt > now()) ? entry : undefined;
  };
  const unexpected = (key: string, expected: number | null | undefined) =>
    expected !== undefined && (read(key)?.version ?? null) !== expected;
  return {
    get: async <T>(key: string) => structuredClone(read(key)) as StateEntry<T> | undefined,
    async set<T>(key: string, value: T, options: { expected?: number | null; ttlMs?: number } = {}) {
      if (unexpected(key, options.expected)) return undefined;
      const entry: StateEntry<T> = {
        key,
        value: structuredClone(value),
        version: ++version,
        ...(options.ttlMs !== undefined && { expiresAt: now() + options.ttlMs }),
      };
      entries.set(key, entry);
      return entry;
    },
    async delete(key, options = {}) {
      if (!read(key) || unexpected(key, options.expected)) return false;
      return entries.delete(key);
    },
    list: async <T>(prefix: string, options: { after?: string; limit?: number } = {}) =>
      [...entries.keys()]
        .filter((key) => key.startsWith(prefix) && key > (options.after ?? ''))
        .sort()
        .flatMap((key) => read(key) ?? [])
        .slice(0, options.limit) as StateEntry<T>[],
    now: async () => now(),
    ping: async () => {},
    close: async () => {},
  };
};
