import type { StateStore } from '../../domain/ports/state-store.ts';

/** Returns the same store, and the keys of all that was written to it and waited for a disk, in their order. */
export function withLastingWrites(state: StateStore): {
  readonly state: StateStore;
  readonly lastingKeys: readonly string[];
} {
  const lastingKeys: string[] = [];
  const note = (key: string, passing = false) => {
    if (!passing) lastingKeys.push(key);
  };
  return {
    state: {
      ...state,
      set: (key, value, options) => {
        note(key, options?.passing);
        return state.set(key, value, options);
      },
      delete: (key, options) => {
        note(key, options?.passing);
        return state.delete(key, options);
      },
    },
    lastingKeys,
  };
}
