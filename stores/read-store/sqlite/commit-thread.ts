import type { Logger } from 'pino';
import { type CollectionSpec, type Commit, FencedError } from '../../../projections/ports/read-store.ts';
import { createLoadThread, type ThreadLoad } from '../../threads/load-thread.ts';

/** What the thread opens its own connection with: the same read models as its opener's. */
export interface ThreadedStore {
  readonly path: string;
  readonly collections: readonly CollectionSpec[];
  readonly folds?: string | undefined;
}

/** Returns a declaration alone: who gives it may give the folds with it, and functions cannot go to a thread. */
const declaredPart = ({
  name,
  indexes,
  arrays,
  filters,
  sparse,
  references,
  search,
  reread,
}: CollectionSpec) =>
  // With every part: a thread that lacked one would make other tables.
  ({ name, indexes, arrays, filters, sparse, references, search, reread }) satisfies Record<
    keyof CollectionSpec,
    unknown
  >;

/** Whether an error is a `FencedError`: from a thread comes its name alone. */
const isFenced = (error: unknown): error is Error => (error as Error).name === FencedError.name;

/** Returns what makes commits: on this thread while there are few, else in one that has the same read models open. */
export function createCommitThread(store: ThreadedStore, log?: Logger, load?: ThreadLoad) {
  const thread = createLoadThread<Commit, void>(
    {
      module: new URL('./commit-worker.mjs', import.meta.url),
      data: { ...store, collections: store.collections.map(declaredPart) },
      name: 'the read models’ commits',
      // Documents of a commit die with it: swept seldom, they are dead by then.
      youngSpaceMb: 8,
      oldSpaceMb: 256,
      harmless: isFenced,
    },
    log,
    load,
  );
  return {
    /** @param here makes the commit on this thread, at once. @throws FencedError */
    async commit(commit: Commit, here: () => void): Promise<void> {
      try {
        await thread.run(commit, here);
      } catch (error) {
        if (!isFenced(error) || error instanceof FencedError) throw error;
        throw Object.assign(new FencedError(error.message), { cause: error });
      }
    },
    giveBack: thread.giveBack,
    isApart: thread.isApart,
    close: thread.close,
  };
}
