import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { StoredEvent, StoredEvents } from '../../domain/kernel/log-chain.ts';

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
  read: async (after, limit) => (await store.readAll({ after, limit })).map(toStored),
  readStream: async (stream, from, limit) =>
    (await store.read(stream, from === undefined ? { backwards: true, limit: 1 } : { from, limit })).map(
      toStored,
    ),
  close: () => store.close(),
});
