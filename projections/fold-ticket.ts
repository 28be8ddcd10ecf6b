import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { Projection } from './definition.ts';
import type { MessageDocument, NoteDocument, TicketDocument } from './documents.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import type { StoredDocument } from './ports/read-store.ts';
import { createDispatch } from './projector/dispatch.ts';
import { fold, plan } from './projector/fold.ts';
import { tickets } from './tickets.ts';

/**
 * Folds events without a store: the documents of each collection by id, tombstones left out.
 * @throws AggregateError when an event cannot be folded
 */
export const foldAll = (
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
): ReadonlyMap<string, ReadonlyMap<string, StoredDocument>> => {
  const dispatch = createDispatch(projections);
  const documents = projections.map(() => new Map<string, StoredDocument>());
  for (const run of untilDeletions(events, (type) => dispatch.deletions.has(type))) {
    const planned = plan(dispatch, run, () => undefined, 0);
    const { batch, parked } = fold(dispatch, planned, (slot, id) => documents[slot]?.get(id));
    if (parked.length > 0) throw new AggregateError(parked.map(({ error }) => new Error(error)));
    for (const [slot, touched] of batch.entries())
      for (const { id, doc } of touched.values()) if (doc) documents[slot]?.set(id, doc);
    const last = run[run.length - 1]!;
    for (const { collection, deletion } of dispatch.deletions.get(last.type) ?? []) {
      const slot = documents[dispatch.slots.get(collection)!]!;
      for (const [id, document] of slot)
        if (
          document.companyId === last.metadata.companyId &&
          (document as unknown as Record<string, unknown>)[deletion.field] === deletion.value(last)
        )
          slot.delete(id);
    }
  }
  return new Map(
    projections.map(({ name }, slot) => [
      name,
      new Map([...documents[slot]!].filter(([, document]) => !document.deleted)),
    ]),
  );
};

function* untilDeletions(events: readonly RecordedEvent[], deletes: (type: string) => boolean) {
  let start = 0;
  for (let index = 0; index < events.length; index++) {
    if (!deletes(events[index]!.type) && index < events.length - 1) continue;
    yield events.slice(start, index + 1);
    start = index + 1;
  }
}

/**
 * A ticket, its messages and notes as they were after the last of `events`, which are its stream from the start.
 * `ticket` is undefined before it was opened and after it was deleted. What cannot be read any more is passed over.
 */
export const foldTicket = (
  events: readonly RecordedEvent[],
): {
  readonly ticket: TicketDocument | undefined;
  readonly messages: readonly MessageDocument[];
  readonly notes: readonly NoteDocument[];
} => {
  const readable = events.filter(({ unreadable }) => unreadable === undefined);
  const documents = foldAll([tickets, messages, notes], readable);
  const [ticket] = (documents.get('tickets') ?? new Map()).values() as Iterable<TicketDocument>;
  const all = [...(documents.get('messages') ?? new Map()).values()] as MessageDocument[];
  const noted = [...(documents.get('notes') ?? new Map()).values()] as NoteDocument[];
  return {
    ticket,
    messages: all.sort((a, b) => a.order - b.order),
    notes: noted.filter(({ isDeleted }) => !isDeleted).sort((a, b) => a.order - b.order),
  };
};
