import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/ports/event-store.ts';

const page = 1_000;

/** All events of a stream, in order. */
export async function readStream(
  { eventStore }: { eventStore: EventStore },
  stream: string,
): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let from = 0; ; ) {
    const next = await eventStore.read(stream, { from, limit: page });
    events.push(...next);
    const last = next.at(-1);
    if (!last || next.length < page) return events;
    from = last.revision + 1;
  }
}
