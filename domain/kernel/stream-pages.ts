import type { RecordedEvent } from './event.ts';
import type { EventStore } from './event-store.ts';

export interface PagesOptions {
  /** Revision to begin with; default: the first, or the last when backwards. */
  readonly from?: number | undefined;
  readonly backwards?: boolean;
  /** Events a page: few enough that others get their turn in between, however large the events are. */
  readonly limit?: number;
  /** Events of the first page, where what is looked for stands mostly there; each page after it has four times as many. */
  readonly firstPage?: number;
}

/** Returns the events of a stream, a page at a time, none of them empty; between two pages others have their turn. */
export async function* streamPages(
  eventStore: Pick<EventStore, 'read'>,
  stream: string,
  { from, backwards = false, limit: most = 200, firstPage: first = most }: PagesOptions = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  let limit = first;
  for (let start = from; ; limit = Math.min(most, 4 * limit)) {
    const events = await eventStore.read(stream, {
      limit,
      ...(backwards && { backwards }),
      ...(start !== undefined && { from: start }),
    });
    const last = events.at(-1);
    if (last === undefined) return;
    yield events;
    if (events.length < limit || (backwards && last.revision === 0)) return;
    start = last.revision + (backwards ? -1 : 1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns the events of a stream, in order. */
export async function* streamEvents(
  eventStore: Pick<EventStore, 'read'>,
  stream: string,
): AsyncGenerator<RecordedEvent> {
  for await (const events of streamPages(eventStore, stream)) yield* events;
}
