import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { begin, type Projection, projection } from '../definition.ts';
import type { StoredDocument } from '../ports/read-store.ts';
import type { CounterDocument } from './counter-document.ts';

/**
 * How many creations a counter remembers. An event may be folded a second time after a crash, with its counter
 * already further: it finds its number here. More than any batch holds.
 */
const rememberedIds = 20_000;

export const counterId = (collection: string, companyId: string): string => `${collection}_${companyId}`;

/** Returns the number this event's record was given. */
export const numberOf = (counter: StoredDocument | undefined, event: RecordedEvent): number => {
  const { base, recent } = counter as CounterDocument;
  // Newest first: live events are the last one given.
  return base + recent.lastIndexOf(event.position) + 1;
};

/**
 * Returns the read model of short numbers for people, 1, 2, 3 … per company and collection. A refused or deleted record
 * leaves a gap at most.
 */
export const countersOf = (records: readonly RecordDefinition[]): Projection =>
  projection<CounterDocument, DomainEvent>('counters', {
    indexes: [],
    on: Object.fromEntries(
      records.map((record) => [
        `${record.event}Created`,
        {
          id: (event: RecordedEvent) => counterId(record.plural, event.metadata.companyId),
          apply: (doc: CounterDocument | undefined, event: RecordedEvent): CounterDocument => {
            const recent = [...(doc?.recent ?? []), event.position];
            const forgotten = Math.max(0, recent.length - rememberedIds);
            return {
              ...begin(event, doc?.id ?? counterId(record.plural, event.metadata.companyId)),
              base: (doc?.base ?? 0) + forgotten,
              recent: recent.slice(forgotten),
            };
          },
        },
      ]),
    ),
  });
