import type { SetOptions, StateEntry, StateStore } from './state-store.ts';

/** What a lease's value says of its holder's process, so that nobody waits for one that has ended. */
export interface HeldBy {
  /** `StateStore.instance` of the holder; absent where the store cannot tell who lives. */
  readonly instance?: string;
}

/**
 * Resolves with a lease that nobody holds, or whose holder's process is known to have ended: the dead neither renew nor
 * write. Undefined: somebody holds it who may be alive.
 */
export async function takeLease<T extends HeldBy>(
  state: StateStore,
  key: string,
  value: T,
  options: Pick<SetOptions, 'ttlMs' | 'passing'>,
): Promise<StateEntry<T> | undefined> {
  const free = await state.set(key, value, { ...options, expected: null });
  if (free || !state.isGone) return free;
  const held = await state.get<HeldBy>(key);
  const holder = held?.value.instance;
  if (!held || holder === undefined || !state.isGone(holder)) return undefined;
  return state.set(key, value, { ...options, expected: held.version });
}
