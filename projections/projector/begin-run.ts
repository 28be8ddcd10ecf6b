import type { Logger } from 'pino';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ReadStore } from '../ports/read-store.ts';
import { deletionsCollection } from './deletions.ts';
import { commitStanding, type Run } from './run.ts';

/** 'no checkpoint': the store is empty (new, or the read models are of a new version) and the log is long. */
export type RebuildReason =
  | 'another log'
  | 'beyond the head of the log'
  | 'no longer in the log'
  | 'no checkpoint';

/** From here on an empty store is rebuilt instead of telling everything that ever happened as news. */
const longLog = 5_000;

type Beginning = Pick<Run, 'dispatch' | 'cache' | 'projector' | 'fence' | 'onParked'> & {
  readonly eventStore: EventStore;
  readonly store: ReadStore;
  readonly log: Logger;
  /** Told of each notice, before it is, and of whose company it is. */
  readonly onNotice: (companyId: string) => void;
  /** The read models are not of this log. Resolves when a rebuilt generation is active. */
  readonly rebuild: (reason: RebuildReason) => Promise<unknown>;
};

async function needsRebuild(
  { eventStore, store, projector }: Beginning,
  logId: string,
): Promise<RebuildReason | undefined> {
  const checkpoint = await store.checkpoint(projector);
  if (!checkpoint) {
    const some = await eventStore.readAll({ after: 0, limit: longLog });
    return some.length === longLog ? 'no checkpoint' : undefined;
  }
  if (checkpoint.logId !== logId) return 'another log';
  if (checkpoint.position > (await eventStore.head())) return 'beyond the head of the log';
  if (checkpoint.position === 0) return undefined;
  // A log put back from a backup may have grown past it since.
  return checkpoint.mark && (await eventStore.stands(checkpoint.mark)) ? undefined : 'no longer in the log';
}

async function rebuildWhereNeeded(beginning: Beginning, logId: string): Promise<void> {
  const reason = await needsRebuild(beginning, logId);
  if (!reason) return;
  beginning.log.warn({ reason }, 'the read models must be rebuilt');
  await beginning.rebuild(reason);
  const still = await needsRebuild(beginning, logId);
  if (still) throw new Error(`the read models were rebuilt and still need it: ${still}`);
}

/** Returns the numbers of notices after those of the heads, company by company. */
function numbersAfter(heads: ReadonlyMap<string, number>, onNotice: (companyId: string) => void) {
  const numbers = new Map(heads);
  return (companyId: string): number => {
    const number = (numbers.get(companyId) ?? 0) + 1;
    numbers.set(companyId, number);
    onNotice(companyId);
    return number;
  };
}

/** Returns where folding begins, all of it from the store: after a start, a lost lease, a switch of generation, an unknown outcome. */
export async function beginRun(beginning: Beginning) {
  const { eventStore, store, dispatch, cache, projector, fence, onParked } = beginning;
  const logId = await eventStore.logId();
  await rebuildWhereNeeded(beginning, logId);
  const checkpoint = await store.checkpoint(projector);
  const position = checkpoint?.position ?? 0;
  const mark = checkpoint?.mark;
  // Raises the fence before anything is read: from now on a predecessor that still lives cannot change it.
  await commitStanding({ store, projector, fence, position, logId, mark }, []);
  const [generation, heads, head] = await Promise.all([store.generation(), store.heads(), eventStore.head()]);
  const parkedCount = await store.allCompanies().count('parked', {});
  const hasDeletions = (await store.allCompanies().count(deletionsCollection.name, {})) > 0;
  const run: Run = {
    dispatch,
    store,
    cache,
    projector,
    logId,
    fence,
    position,
    mark,
    // Up to here a predecessor may have written documents without coming to its checkpoint.
    settled: head,
    nextSeq: numbersAfter(heads, beginning.onNotice),
    onParked,
    isAwaited: true,
    hasDeletions,
  };
  return { run, generation, head, parked: parkedCount };
}
