import { LRUCache } from 'lru-cache';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { streamPages } from '../../domain/kernel/stream-pages.ts';
import { deletedMessages, erasedMessages } from './withheld.ts';

/** Of messages withheld, over all streams; a stream without any counts as a thousand. */
const mostIds = 500_000;

interface Scanned {
  /** The revision from which on nothing was looked at. */
  next: number;
  readonly deletedIds: Set<string>;
  readonly erasedIds: Set<string>;
}

/**
 * Returns what is withheld of a stream, asked of all of it: a text deleted or erased today must not be read by going
 * back to yesterday. A stream only grows, so that of each nothing is looked at twice, however many pages are asked for.
 */
export function createWithheld(stores: { readonly eventStore: Pick<EventStore, 'read'> }) {
  const knownTickets = new LRUCache<string, Scanned>({
    maxSize: mostIds,
    sizeCalculation: ({ deletedIds: deleted, erasedIds: erased }) => 1_000 + deleted.size + erased.size,
  });
  return async (stream: string, seesDeleted: boolean): Promise<ReadonlySet<string>> => {
    const scanned = knownTickets.get(stream) ?? {
      next: 0,
      deletedIds: new Set<string>(),
      erasedIds: new Set<string>(),
    };
    for await (const events of streamPages(stores.eventStore, stream, { from: scanned.next })) {
      for (const id of deletedMessages(events)) scanned.deletedIds.add(id);
      for (const id of erasedMessages(events)) scanned.erasedIds.add(id);
      scanned.next = Math.max(scanned.next, (events.at(-1)?.revision ?? -1) + 1);
    }
    knownTickets.set(stream, scanned);
    return seesDeleted ? scanned.erasedIds : new Set([...scanned.deletedIds, ...scanned.erasedIds]);
  };
}
