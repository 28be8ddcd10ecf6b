import { type PersistStorage, persist } from 'zustand/middleware';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { browserStorage } from './storage.ts';

/** How a value stands in the storage: as text; null: not at all. */
interface Written<T> {
  /** Whatever it finds (another version's, somebody's edit) becomes a value. */
  readonly read: (text: string | null) => T;
  readonly write: (value: T) => string | null;
}

/** A value that this browser keeps, the same in every tab. */
export interface Persisted<T> {
  get(): T;
  set(value: T): void;
  readonly store: StoreApi<{ readonly value: T }>;
}

const knownValues = new Map<string, Persisted<unknown>>();

/**
 * Returns the value this browser keeps under a key, the same one wherever it is asked for. A storage that is full or
 * refused changes nothing but how long it lasts.
 */
export const persisted = <T>(key: string, { read, write }: Written<T>): Persisted<T> => {
  const held = knownValues.get(key);
  if (held !== undefined) return held as Persisted<T>;
  type State = { readonly value: T };
  // Its own text, not zustand's: the spec names what stands under its keys.
  const storage: PersistStorage<State> = {
    getItem: () => ({ state: { value: read(browserStorage.getItem(key)) } }),
    setItem: (_, { state }) => {
      const text = write(state.value);
      if (text === null) browserStorage.removeItem(key);
      else browserStorage.setItem(key, text);
    },
    removeItem: () => browserStorage.removeItem(key),
  };
  const store = createStore(persist<State>(() => ({ value: read(null) }), { name: key, storage }));
  // Written in another tab, or taken away with all that was somebody's.
  window.addEventListener('storage', (event) => {
    if (event.key === key) void store.persist.rehydrate();
  });
  const value = {
    get: () => store.getState().value,
    set: (next: T) => store.setState({ value: next }),
    store,
  };
  knownValues.set(key, value as Persisted<unknown>);
  return value;
};

export const usePersisted = <T>({ store }: Persisted<T>): T => useStore(store, ({ value }) => value);
