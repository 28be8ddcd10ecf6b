import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { NoticeAction } from '../definition.ts';
import type { Audience, StoredDocument } from '../ports/read-store.ts';
import type { Dispatch, Subscription } from './dispatch.ts';
import { absentDocument, type Known } from './document-cache.ts';
import type { ParkedDocument } from './parked-document.ts';

/** A document that a batch touches, with what is to be told of it. */
export interface Touched {
  readonly slot: number;
  readonly id: string;
  /** The store has nothing under this id, not even a tombstone. */
  isNew: boolean;
  doc: StoredDocument | undefined;
  changed: boolean;
  /** One per notice policy of the projection; undefined: nothing to tell. */
  readonly actions: (NoticeAction | undefined)[];
  /** Who could see it before the batch; undefined: not known (yet). */
  before: Audience | null | undefined;
}

interface Step {
  readonly event: RecordedEvent;
  readonly subscription: Subscription;
  readonly touched: Touched;
  readonly companion: Touched | undefined;
}

export type Batch = readonly Map<string, Touched>[];

/** What a batch is going to do, and which documents that needs. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly parkedDocuments: ParkedDocument[];
  /** By slot, in the order in which they are first touched. Looked up once each: what folds them holds them. */
  readonly batch: Batch;
  /** By slot: those that are not known yet, for `give`. */
  readonly missingDocuments: readonly (readonly Touched[])[];
  /** So many of the events are planned. */
  readonly takenCount: number;
}

/** Documents of events that touch many: when there are more, the next commit has the others, for this one would keep its thread from whoever waits. */
const mostOfMany = 2_000;

/** Says what stands in the store, or that nothing does, before anything is folded into it. */
export const give = (touched: Touched, known: Known): void => {
  touched.isNew = known === absentDocument;
  touched.doc = known === absentDocument ? undefined : known;
};

const parkedDocument = (
  collection: string,
  event: RecordedEvent,
  documentId: string,
  error: unknown,
): ParkedDocument => ({
  id: `${collection}_${event.position}_${documentId}`,
  companyId: event.metadata.companyId,
  position: event.position,
  collection,
  documentId,
  stream: event.stream,
  revision: event.revision,
  type: event.type,
  error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  at: event.metadata.at,
});

/**
 * Returns what a batch touches. `knownDocument` answers from the cache; `settledPosition`: no event after this position
 * can have been folded before, so that a document which such an event creates need not be looked for.
 */
export const plan = (
  dispatch: Dispatch,
  events: readonly RecordedEvent[],
  knownDocument: (slot: number, id: string) => Known | undefined,
  settledPosition: number,
): Plan => {
  const steps: Step[] = [];
  const failedDocuments: ParkedDocument[] = [];
  const batch = dispatch.projections.map(() => new Map<string, Touched>());
  const missingDocuments = dispatch.projections.map((): Touched[] => []);
  const touch = (slot: number, id: string, isBorn: boolean): Touched => {
    const before = batch[slot]!.get(id);
    if (before !== undefined) return before;
    const found = knownDocument(slot, id);
    const isNew = found === undefined || found === absentDocument;
    const doc = isNew ? undefined : found;
    const touched = { slot, id, isNew, doc, changed: false, actions: [], before: undefined };
    batch[slot]!.set(id, touched);
    if (found === undefined && !isBorn) missingDocuments[slot]!.push(touched);
    return touched;
  };
  let idCount = 0;
  let takenCount = 0;
  for (const event of events) {
    if (idCount >= mostOfMany) break;
    takenCount += 1;
    for (const subscription of dispatch.subscriptions.get(event.type) ?? []) {
      const { slot, handler } = subscription;
      try {
        if (event.unreadable !== undefined) throw new Error(event.unreadable);
        const ids = handler.id(event);
        const beside = handler.companion?.(event);
        const other = beside && dispatch.slots.get(beside.collection);
        if (typeof ids !== 'string') idCount += ids.length;
        const isBorn = handler.creates === true && event.position > settledPosition;
        for (const id of typeof ids === 'string' ? [ids] : ids) {
          const touched = touch(slot, id, isBorn);
          const companion = other === undefined ? undefined : touch(other, beside!.id, false);
          steps.push({ event, subscription, touched, companion });
        }
      } catch (error) {
        failedDocuments.push(parkedDocument(dispatch.projections[slot]?.name ?? '', event, '', error));
      }
    }
  }
  return { steps, parkedDocuments: failedDocuments, batch, missingDocuments, takenCount };
};

/** Returns the one action that several of a batch are told as: `create` if any was one, `delete` if the last was. */
const coalesce = (earlier: NoticeAction | undefined, action: NoticeAction): NoticeAction => {
  if (earlier === undefined || action === 'delete' || earlier === 'delete') return action;
  if (earlier === 'create' || action === 'create') return 'create';
  return action === 'updateUnread' ? earlier : action;
};

/** Folds a planned batch in order, in memory, when `give` has been told of all that was missing. `tells`: somebody is told of it. */
export const fold = (dispatch: Dispatch, { steps, parkedDocuments: failed }: Plan, tells = true): void => {
  for (const { event, subscription, touched, companion } of steps) {
    try {
      foldOne(dispatch, touched, event, subscription, companion?.doc, tells);
    } catch (error) {
      failed.push(parkedDocument(dispatch.projections[touched.slot]?.name ?? '', event, touched.id, error));
    }
  }
};

const foldOne = (
  dispatch: Dispatch,
  touchedDocument: Touched,
  event: RecordedEvent,
  { handler }: Subscription,
  companion: StoredDocument | undefined,
  tells: boolean,
): void => {
  const stored = touchedDocument.doc;
  const doc = stored?.deleted ? undefined : stored;
  if (doc && doc.companyId !== event.metadata.companyId)
    throw new Error('the event and its document are of different companies');
  const creates = handler.creates === true;
  if (stored && stored.position >= event.position) {
    // Folded before, but perhaps never told: the crash may have come between documents and notices.
    if (tells) tell(dispatch, touchedDocument, event, stored.deleted ? 'delete' : creates, undefined);
    return;
  }
  const result = handler.apply(doc, event, { id: touchedDocument.id, companion });
  if (result === undefined || result === doc || (result === 'delete' && !doc)) return;
  if (tells) tell(dispatch, touchedDocument, event, result === 'delete' ? 'delete' : creates, doc ?? null);
  touchedDocument.changed = true;
  if (result === 'delete') {
    touchedDocument.doc = {
      id: touchedDocument.id,
      companyId: event.metadata.companyId,
      position: event.position,
      deleted: true,
    };
  } else {
    // The fold has just made this object: nobody else holds it yet.
    (result as { position: number }).position = event.position;
    touchedDocument.doc = result;
  }
};

/** @param before the document before this event; null: there was none; undefined: not known any more */
const tell = (
  dispatch: Dispatch,
  touchedDocument: Touched,
  event: RecordedEvent,
  what: 'delete' | boolean,
  before: StoredDocument | null | undefined,
): void => {
  const policies = dispatch.projections[touchedDocument.slot]?.notices ?? [];
  for (let index = 0; index < policies.length; index++) {
    const policy = policies[index]!;
    if (policy.on && !policy.on.includes(event.type)) continue;
    const action =
      what === 'delete' ? 'delete' : policy.action ? policy.action(event, what) : what ? 'create' : 'update';
    if (action === undefined) continue;
    touchedDocument.actions[index] = coalesce(touchedDocument.actions[index], action);
    if (touchedDocument.before === undefined && policy.audience) {
      touchedDocument.before =
        before === undefined ? policy.audienceBefore?.(event) : before && policy.audience(before);
    }
  }
};
