import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createTicketFold } from '../../projections/tickets/fold-ticket.ts';

/**
 * Returns the revision up to which a stream had happened by an instant (ISO 8601 with an offset), -1 when nothing had: that
 * of the last event whose time is not later. All before it belongs to it, for the fold of a selection never was a state.
 */
export async function revisionAt(
  pages: AsyncIterable<readonly RecordedEvent[]> | Iterable<readonly RecordedEvent[]>,
  at: string,
): Promise<number> {
  const moment = Date.parse(at);
  let found = -1;
  for await (const events of pages)
    for (const { revision, metadata } of events) if (Date.parse(metadata.at) <= moment) found = revision;
  return found;
}

/** Returns a ticket with its messages and notes as they were after a revision, and the last event until then. */
export async function foldUntil(pages: AsyncIterable<readonly RecordedEvent[]>, revision: number) {
  const ticketFold = createTicketFold();
  let last: RecordedEvent | undefined;
  for await (const page of pages) {
    const events = page.filter((event) => event.revision <= revision);
    ticketFold.add(events);
    last = events.at(-1) ?? last;
    if (events.length < page.length) break;
  }
  return { ...ticketFold.result(), last };
}
