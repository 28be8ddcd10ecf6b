import { setImmediate as turn } from 'node:timers/promises';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Commit } from '../ports/read-store.ts';
import { areMany, deletionOf, deletionsCollection } from './deletions.ts';
import { absentDocument, type DocumentCache } from './document-cache.ts';
import { documentsOf, noticesOf } from './effects.ts';
import { type Batch, fold, give, type Plan, plan } from './fold.ts';
import type { Run } from './run.ts';

/** Resolves when what the cache does not know is loaded, each collection in one call. */
const load = (run: Run, missing: Plan['missingDocuments']) =>
  Promise.all(
    missing.map(async (ones, slot) => {
      if (ones.length === 0) return;
      const documents = await run.store.load(
        run.dispatch.projections[slot]!.name,
        ones.map(({ id }) => id),
      );
      const found = new Map(documents.map((document) => [document.id, document]));
      for (const one of ones) give(one, found.get(one.id) ?? absentDocument);
    }),
  );

const remember = (cache: DocumentCache, batch: Batch) => {
  for (const [slot, touched] of batch.entries())
    for (const { id, doc } of touched.values()) cache.set(slot, id, doc ?? absentDocument);
};

type Deletion = NonNullable<Commit['deleteBy']>;

/**
 * Resolves with how many events were folded and committed, as many as are written together. `deletes`: what the only
 * one deletes beside its own documents.
 */
const applySome = async (
  run: Run,
  events: readonly RecordedEvent[],
  deletes: { readonly documents: Commit['documents']; readonly deleteBy?: Deletion } = { documents: [] },
): Promise<number> => {
  const planned = plan(run.dispatch, events, run.cache.get, run.settled);
  const { batch, parkedDocuments, takenCount } = planned;
  await load(run, planned.missingDocuments);
  fold(run.dispatch, planned, run.nextSeq !== undefined);
  const mark = events[takenCount - 1]!;
  const { position } = mark;
  await run.store.commit({
    projector: run.projector,
    fence: run.fence,
    position,
    after: run.position,
    logId: run.logId,
    mark,
    documents: [
      ...documentsOf(run.dispatch, batch),
      ...deletes.documents,
      ...parkedDocuments.map((document) => ({ collection: 'parked', document })),
    ],
    ...(deletes.deleteBy && { deleteBy: deletes.deleteBy }),
    notices: run.nextSeq ? noticesOf(run.dispatch, batch, run.nextSeq) : [],
  });
  run.position = position;
  run.mark = mark;
  remember(run.cache, batch);
  if (parkedDocuments.length > 0) run.onParked(parkedDocuments.length);
  return takenCount;
};

const applyTogether = async (run: Run, events: readonly RecordedEvent[]): Promise<void> => {
  for (let from = 0; from < events.length; ) {
    // Sockets and timers have their turn between two that were too many for one.
    if (from > 0) await turn();
    from += await applySome(run, from === 0 ? events : events.slice(from));
  }
};

/**
 * An event that deletes by a field is folded alone, when everything before it is in the store: only there can the
 * documents be found.
 */
const applyDeleting = async (run: Run, event: RecordedEvent) => {
  const { companyId } = event.metadata;
  const documents: Commit['documents'][number][] = [];
  let deleteBy: Deletion | undefined;
  const all = run.dispatch.deletions.get(event.type) ?? [];
  for (const { collection, deletion } of all) {
    const { field } = deletion;
    const value = deletion.value(event);
    if (!deletion.few) {
      const where = { collection, companyId, field, value };
      if (await areMany(run, where)) documents.push(deletionOf(where, run.position));
      else deleteBy = where;
      continue;
    }
    for (const { id } of await run.store
      .forCompany(companyId)
      .find(collection, { where: { [field]: value } }))
      documents.push({ collection, document: { id, companyId, position: event.position, deleted: true } });
  }
  await applySome(run, [event], { documents, ...(deleteBy && { deleteBy }) });
  if (documents.some(({ collection }) => collection === deletionsCollection.name)) run.hasDeletions = true;
  for (const { collection, deletion } of all) {
    const value = deletion.value(event);
    run.cache.forget(
      run.dispatch.slots.get(collection) ?? -1,
      (document) =>
        document.companyId === companyId &&
        (document as unknown as Record<string, unknown>)[deletion.field] === value,
    );
  }
};

/** Folds events, in order and all of them newer than `run.position`, and commits what they change. */
export const applyBatch = async (run: Run, events: readonly RecordedEvent[]): Promise<void> => {
  let start = 0;
  for (let index = 0; index < events.length; index++) {
    const event = events[index]!;
    if (!run.dispatch.deletions.has(event.type) || event.unreadable !== undefined) continue;
    if (index > start) await applyTogether(run, events.slice(start, index));
    await applyDeleting(run, event);
    start = index + 1;
  }
  if (start < events.length) await applyTogether(run, start === 0 ? events : events.slice(start));
};
