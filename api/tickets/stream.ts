import { setImmediate as turn } from 'node:timers/promises';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { createTicketFold, type FoldedTicket } from '../../projections/tickets/fold-ticket.ts';

/** Few enough that others get their turn in between, however large the bodies are. */
const page = 200;

/** The events of a stream from a revision on, in order, a page at a time; between two pages others have their turn. */
export async function* streamPages(
  { eventStore }: { eventStore: Pick<EventStore, 'read'> },
  stream: string,
  begin = 0,
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let from = begin; ; ) {
    const events = await eventStore.read(stream, { from, limit: page });
    const last = events.at(-1);
    if (last) yield events;
    if (!last || events.length < page) return;
    from = last.revision + 1;
    await turn();
  }
}

/** The ticket of a stream as it is now. */
export async function foldStream(
  stores: { eventStore: Pick<EventStore, 'read'> },
  stream: string,
): Promise<FoldedTicket> {
  const folded = createTicketFold();
  for await (const events of streamPages(stores, stream)) folded.add(events);
  return folded.result();
}
