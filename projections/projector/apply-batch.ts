import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Commit, ReadStore, StoredDocument } from '../ports/read-store.ts';
import type { Dispatch } from './dispatch.ts';
import { absent, type DocumentCache, type Known } from './document-cache.ts';
import { documentsOf, noticesOf } from './effects.ts';
import { type Batch, fold, plan } from './fold.ts';

/** What is the same for all batches between two looks at the store's own state. */
export interface Run {
  readonly dispatch: Dispatch;
  readonly store: ReadStore;
  readonly cache: DocumentCache;
  readonly projector: string;
  readonly logId: string;
  fence(): number;
  /** Position of the last event committed. */
  position: number;
  /** Events up to here may have been folded before, by whoever did not come to its checkpoint. */
  readonly settled: number;
  /** Next number of a company's notices; undefined: nobody is told (a rebuild). */
  readonly nextSeq: ((companyId: string) => number) | undefined;
  onParked(count: number): void;
}

/** Loads in one call a collection what the cache does not know. */
const load = async (run: Run, missing: readonly Set<string>[]) =>
  Promise.all(
    missing.map(async (ids, slot) => {
      if (ids.size === 0) return undefined;
      const found = new Map<string, Known>();
      const documents = await run.store.load(run.dispatch.projections[slot]!.name, [...ids]);
      for (const document of documents) found.set(document.id, document);
      for (const id of ids) if (!found.has(id)) found.set(id, absent);
      return found;
    }),
  );

const remember = (cache: DocumentCache, batch: Batch) => {
  for (const [slot, touched] of batch.entries())
    for (const { id, doc } of touched.values()) cache.set(slot, id, doc ?? absent);
};

/** Folds and commits events that need no set operation. */
const applyPlain = async (run: Run, events: readonly RecordedEvent[], deleteBy?: Commit['deleteBy']) => {
  const planned = plan(run.dispatch, events, run.cache.get, run.settled);
  const loaded = await load(run, planned.missing);
  const { batch, parked } = fold(
    run.dispatch,
    planned,
    (slot, id) => loaded[slot]?.get(id) ?? run.cache.get(slot, id),
  );
  const position = events[events.length - 1]!.position;
  await run.store.commit({
    projector: run.projector,
    fence: run.fence(),
    position,
    logId: run.logId,
    documents: [
      ...documentsOf(run.dispatch, batch),
      ...parked.map((document) => ({ collection: 'parked', document })),
    ],
    ...(deleteBy && { deleteBy }),
    notices: run.nextSeq ? noticesOf(run.dispatch, batch, run.nextSeq) : [],
  });
  run.position = position;
  remember(run.cache, batch);
  if (parked.length > 0) run.onParked(parked.length);
};

type Deletion = NonNullable<Commit['deleteBy']>;

const deletionsOf = (dispatch: Dispatch, event: RecordedEvent): Deletion[] =>
  (dispatch.deletions.get(event.type) ?? []).map(({ collection, deletion }) => ({
    collection,
    companyId: event.metadata.companyId,
    field: deletion.field,
    value: deletion.value(event),
  }));

/**
 * An event with set operations is folded alone, after everything before it is in the store. All but the last
 * operation are committed at the old checkpoint, so that a crash between them repeats them all.
 */
const applyDeleting = async (run: Run, event: RecordedEvent) => {
  const deletions = deletionsOf(run.dispatch, event);
  for (const deleteBy of deletions.slice(0, -1)) {
    await run.store.commit({
      projector: run.projector,
      fence: run.fence(),
      position: run.position,
      logId: run.logId,
      documents: [],
      deleteBy,
      notices: [],
    });
  }
  await applyPlain(run, [event], deletions.at(-1));
  for (const { collection, companyId, field, value } of deletions) {
    run.cache.forget(
      run.dispatch.slots.get(collection) ?? -1,
      (document: StoredDocument) =>
        document.companyId === companyId && (document as unknown as Record<string, unknown>)[field] === value,
    );
  }
};

/** Folds events, in order and all of them newer than `run.position`, and commits what they change. */
export const applyBatch = async (run: Run, events: readonly RecordedEvent[]): Promise<void> => {
  let start = 0;
  for (let index = 0; index < events.length; index++) {
    const event = events[index]!;
    if (!run.dispatch.deletions.has(event.type)) continue;
    if (index > start) await applyPlain(run, events.slice(start, index));
    await applyDeleting(run, event);
    start = index + 1;
  }
  if (start < events.length) await applyPlain(run, start === 0 ? events : events.slice(start));
};
