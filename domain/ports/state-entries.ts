import type { StateEntry, StateStore } from './state-store.ts';

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
