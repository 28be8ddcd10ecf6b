import type { EventStore } from '../../domain/kernel/event-store.ts';
import { streamPages } from '../../domain/kernel/stream-pages.ts';
import { createTicketFold, type FoldedTicket } from '../../projections/tickets/fold-ticket.ts';

/** Returns the ticket of a stream as it is now. */
export async function foldStream(
  stores: { eventStore: Pick<EventStore, 'read'> },
  stream: string,
): Promise<FoldedTicket> {
  const folded = createTicketFold();
  for await (const events of streamPages(stores.eventStore, stream)) folded.add(events);
  return folded.result();
}
