import type { Logger } from 'pino';
import { retry, sleep } from '../../domain/kernel/retry.ts';
import type { Serial } from '../../domain/kernel/serial.ts';
import type { CollectionSpec, Commit, Scalar, StoredDocument } from '../ports/read-store.ts';
import { absentDocument } from './document-cache.ts';
import { commitStanding, type Run } from './run.ts';

/** So many go together with the event that deletes them; of more none, for nothing else would be folded or answered meanwhile. */
const mostAtOnce = 1_000;
/**
 * What is deleted in one go of what is left, and how many times as long others have their turn: each document lies on pages of its own, and
 * with 250 at a time for half of the time what others wrote waited up to 766 ms for the disk.
 */
const portion = 100;
const pauseFactor = 3;
const leastPauseMs = 5;

/** Documents of a company that are to go, as long as some are left. Their field never has the value again. */
interface Deletion extends StoredDocument {
  readonly collection: string;
  readonly field: string;
  readonly value: Scalar;
}
type Where = NonNullable<Commit['deleteBy']>;

/** Written by the projector itself, as what could not be folded is. */
export const deletionsCollection: CollectionSpec = { name: 'deletions', indexes: [] };

const idsOf = (run: Run, { collection, companyId, field, value }: Where, limit: number) =>
  run.store.forCompany(companyId).ids(collection, { where: { [field]: value }, limit });

/** Returns whether these are too many to go with the event that deletes them. The bulk of a rebuild keeps nobody waiting. */
export const areMany = async (run: Run, where: Where): Promise<boolean> =>
  run.isAwaited && (await idsOf(run, where, mostAtOnce + 1)).length > mostAtOnce;

/** Returns what remembers, beside the event that deletes them, that they are to go. @param position below the event's, at which it can end */
export const deletionOf = (where: Where, position: number): Commit['documents'][number] => {
  const { collection, companyId, field, value } = where;
  const document: Deletion = {
    id: `${collection}/${companyId}/${field}/${String(value)}`,
    companyId,
    position,
    collection,
    field,
    value,
  };
  return { collection: deletionsCollection.name, document };
};

/** Returns the ids of what it deleted: some of what is left of one deletion. */
async function deletePortion(run: Run, deletion: Deletion): Promise<readonly string[]> {
  const { collection, companyId } = deletion;
  const ids = await idsOf(run, deletion, portion);
  const { position } = run;
  const goneOf = (name: string, id: string) => ({
    collection: name,
    document: { id, companyId, position, deleted: true as const },
  });
  const gone = ids.map((id) => goneOf(collection, id));
  const slot = run.dispatch.slots.get(collection) ?? -1;
  // First: should nobody learn what became of the commit, what is said of them changes nothing.
  for (const id of ids) if (run.cache.get(slot, id)) run.cache.set(slot, id, absentDocument);
  await commitStanding(run, gone.length > 0 ? gone : [goneOf(deletionsCollection.name, deletion.id)]);
  return ids;
}

interface ClearingOptions {
  readonly serial: Serial;
  readonly name: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Returns what deletes the rest of large deletions, bit by bit between the batches and for a quarter of the time at most, until nothing is
 * left or the signal aborts.
 */
export function createClearing(run: Run, { serial, name, log, signal }: ClearingOptions) {
  let tried: string | undefined;
  /** Something was folded since it was last looked what is left. */
  let isFolded = false;
  /** Returns for how many milliseconds others have their turn; undefined: nothing is left, or nothing can go before more is folded. */
  async function step(): Promise<number | undefined> {
    signal.throwIfAborted();
    isFolded = false;
    const began = performance.now();
    const [deletion] = await run.store.allCompanies().find<Deletion>(deletionsCollection.name, { limit: 1 });
    run.hasDeletions = deletion !== undefined;
    if (deletion === undefined) return undefined;
    const portionTried = [run.position, deletion.id, ...(await deletePortion(run, deletion))].join();
    // What the last event folded has changed stands at the position at which deletions are written.
    if (portionTried === tried) return undefined;
    tried = portionTried;
    return Math.max(leastPauseMs, pauseFactor * (performance.now() - began));
  }
  const onFailure = (err: unknown) => log.warn({ err }, 'the rest of a deletion could not be deleted yet');
  let clearing: Promise<void> | undefined;
  async function clear(): Promise<void> {
    do {
      for (;;) {
        const pauseMs = await retry(() => serial(name, step), {
          signal,
          onFailure,
          giveUp: () => signal.aborted,
        });
        if (pauseMs === undefined) break;
        await sleep(pauseMs, signal);
      }
    } while (isFolded && run.hasDeletions);
    clearing = undefined;
  }

  return {
    /** Begins where there is something to do: after a start, and after each batch. */
    look: (): void => {
      isFolded = true;
      if (!run.hasDeletions) return;
      // It only ends before its time when it is stopped.
      clearing ??= clear().catch(() => undefined);
    },
    ended: async (): Promise<void> => clearing,
  };
}
