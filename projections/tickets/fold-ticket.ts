import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Projection } from '../definition.ts';
import type { MessageDocument } from '../messages/document.ts';
import { messages } from '../messages/messages.ts';
import type { NoteDocument } from '../notes/document.ts';
import { notes } from '../notes/notes.ts';
import type { StoredDocument } from '../ports/read-store.ts';
import { createDispatch } from '../projector/dispatch.ts';
import { fold, plan } from '../projector/fold.ts';
import type { TicketDocument } from './document.ts';
import { tickets } from './tickets.ts';

/** Returns a fold of events without a store, as many at a time as it is given, in order. */
const createFold = (projections: readonly Projection[]) => {
  const dispatch = createDispatch(projections);
  const documents = projections.map(() => new Map<string, StoredDocument>());
  return {
    /** @throws AggregateError when an event cannot be folded */
    add(events: readonly RecordedEvent[]): void {
      for (const run of untilDeletions(events, (type) => dispatch.deletions.has(type))) {
        const planned = plan(dispatch, run, (slot, id) => documents[slot]?.get(id), 0);
        const { batch, parkedDocuments: parked } = planned;
        fold(dispatch, planned, false);
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
    },
    documents: (): ReadonlyMap<string, ReadonlyMap<string, StoredDocument>> =>
      new Map(
        projections.map(({ name }, slot) => [
          name,
          new Map([...documents[slot]!].filter(([, document]) => !document.deleted)),
        ]),
      ),
  };
};

/** Returns the documents of each collection by id, tombstones left out. @throws AggregateError when an event cannot be folded */
export const foldAll = (projections: readonly Projection[], events: readonly RecordedEvent[]) => {
  const folded = createFold(projections);
  folded.add(events);
  return folded.documents();
};

function* untilDeletions(events: readonly RecordedEvent[], deletes: (type: string) => boolean) {
  let start = 0;
  for (let index = 0; index < events.length; index++) {
    if (!deletes(events[index]!.type) && index < events.length - 1) continue;
    yield events.slice(start, index + 1);
    start = index + 1;
  }
}

export interface FoldedTicket {
  /** Undefined before it was opened and after it was deleted. */
  readonly ticket: TicketDocument | undefined;
  readonly messages: readonly MessageDocument[];
  readonly notes: readonly NoteDocument[];
}

/**
 * Returns a fold to a ticket, its messages and notes as they were after the last of the events added, which are its
 * stream from the start. What cannot be read any more is passed over.
 */
export const createTicketFold = () => {
  const folded = createFold([tickets, messages, notes]);
  return {
    add: (events: readonly RecordedEvent[]): void =>
      folded.add(events.filter(({ unreadable }) => unreadable === undefined)),
    result(): FoldedTicket {
      const documents = folded.documents();
      const [ticket] = (documents.get('tickets') ?? new Map()).values() as Iterable<TicketDocument>;
      const all = [...(documents.get('messages') ?? new Map()).values()] as MessageDocument[];
      const noted = [...(documents.get('notes') ?? new Map()).values()] as NoteDocument[];
      return {
        ticket,
        messages: all.sort((a, b) => a.order - b.order),
        notes: noted.filter(({ isDeleted }) => !isDeleted).sort((a, b) => a.order - b.order),
      };
    },
  };
};

/** Returns what `createTicketFold` makes of all events at once. */
export const foldTicket = (events: readonly RecordedEvent[]): FoldedTicket => {
  const folded = createTicketFold();
  folded.add(events);
  return folded.result();
};
