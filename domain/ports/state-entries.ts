import type { SetOptions, StateEntry, StateStore } from './state-store.ts';

const usualPage = 500;

/** Returns the entries whose key starts with `prefix`, page by page, by key. Those given may be deleted meanwhile; the last page may be short or empty. */
export async function* statePages<T>(
  state: Pick<StateStore, 'list'>,
  prefix: string,
  limit = usualPage,
): AsyncGenerator<readonly StateEntry<T>[]> {
  for (let after: string | undefined; ; ) {
    const some = await state.list<T>(prefix, { limit, ...(after !== undefined && { after }) });
    yield some;
    if (some.length < limit) return;
    after = some.at(-1)?.key;
  }
}

/** Returns the entries whose key starts with `prefix`, by key, however many they are. Those given may be deleted meanwhile. */
export async function* stateEntries<T>(
  state: Pick<StateStore, 'list'>,
  prefix: string,
  limit = usualPage,
): AsyncGenerator<StateEntry<T>> {
  for await (const some of statePages<T>(state, prefix, limit)) yield* some;
}

/** Deletes every entry whose key starts with `prefix`; what is written meanwhile goes too, unless its place has been passed. */
export async function dropEntries(state: Pick<StateStore, 'list' | 'delete'>, prefix: string): Promise<void> {
  for await (const some of statePages(state, prefix))
    await Promise.all(some.map(({ key }) => state.delete(key)));
}

/** What an entry becomes, and how long it stays: for ever without `ttlMs`. */
export interface NextEntry<T> extends Omit<SetOptions, 'expected'> {
  readonly value: T;
}

/** null: nothing, it is deleted. Undefined: it stays as it is. */
type Change<T> = NextEntry<T> | null | undefined;

/**
 * Resolves with the entry as it was written, or undefined when `change` left it as it was or had it deleted. By
 * compare-and-set: where another writer was faster, `change` is asked again about what stands there now.
 */
export async function updateEntry<T>(
  state: Pick<StateStore, 'get' | 'set' | 'delete'>,
  key: string,
  change: (there: StateEntry<T> | undefined) => Change<T> | Promise<Change<T>>,
): Promise<StateEntry<T> | undefined> {
  for (;;) {
    const there = await state.get<T>(key);
    const next = await change(there);
    if (next === undefined) return undefined;
    if (next === null) {
      if (there === undefined || (await state.delete(key, { expected: there.version }))) return undefined;
      continue;
    }
    const { value, ...options } = next;
    const written = await state.set(key, value, { ...options, expected: there?.version ?? null });
    if (written) return written;
  }
}
