import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { readBytes, type StoredEvent, type StoredEvents } from '../../domain/kernel/log-chain.ts';

/** Events asked for at once. */
const step = 64;

const toStored = ({ position, stream, revision, id, type, data, metadata }: RecordedEvent): StoredEvent => ({
  position,
  stream,
  revision,
  body: Buffer.from(JSON.stringify({ id, type, data, metadata })),
});

/**
 * Returns the log as it is stored, of an engine that gives events read and not their bytes (EventStoreDB's client): what
 * JSON makes of them again are the bytes they were written as.
 */
export const storedEventsOf = (store: Pick<EventStore, 'read' | 'readAll' | 'close'>): StoredEvents => ({
  async read(after, limit) {
    const events: StoredEvent[] = [];
    for (let bytes = 0; events.length < limit && bytes < readBytes; ) {
      const wanted = Math.min(step, limit - events.length);
      const some = await store.readAll({ after: events.at(-1)?.position ?? after, limit: wanted });
      for (const event of some.map(toStored)) {
        events.push(event);
        bytes += event.body.length;
      }
      if (some.length < wanted) break;
    }
    return events;
  },
  readStream: async (stream, from, limit) =>
    (await store.read(stream, from === undefined ? { backwards: true, limit: 1 } : { from, limit })).map(
      toStored,
    ),
  close: () => store.close(),
});
