import type { EventStore } from '../domain/kernel/event-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { Stop } from './stepwise-store.ts';

interface Stores {
  readonly eventStore: EventStore;
  readonly state: StateStore;
}

/**
 * Returns the stores as a process sees them that dies with its nth operation: whatever it waits for then fails once it is
 * buried, and its next operations do nothing.
 */
export function dyingStores({ eventStore, state }: Stores, { at, after }: Stop, buried: AbortSignal) {
  let operations = 0;
  const dead = new Error('dead');
  const never = () =>
    new Promise<never>((_, reject) => {
      if (buried.aborted) reject(dead);
      else buried.addEventListener('abort', () => reject(dead), { once: true });
    });
  const step = async <T>(operate: () => Promise<T>): Promise<T> => {
    const here = operations++;
    if (buried.aborted) throw dead;
    if (here > at || (here === at && !after)) return never();
    const result = await operate();
    return here < at ? result : never();
  };
  return {
    isDead: () => operations > at,
    eventStore: {
      ...eventStore,
      append: (...args) => step(() => eventStore.append(...args)),
      read: (...args) => step(() => eventStore.read(...args)),
      head: () => step(() => eventStore.head()),
    } satisfies EventStore,
    state: {
      ...state,
      get: (...args) => step(() => state.get(...args)),
      set: (...args) => step(() => state.set(...args)),
      delete: (...args) => step(() => state.delete(...args)),
    } as StateStore,
  };
}
