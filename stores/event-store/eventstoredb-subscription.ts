import { setImmediate as turn } from 'node:timers/promises';
import { type EventStoreDBClient, type Filter, START } from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createBackoff } from './backoff.ts';
import { decode, type FoundEvent } from './eventstoredb-events.ts';

/**
 * The subscription to the whole log, pulled: the server sends no faster than this is consumed. The client never rebuilds a
 * dropped subscription; this loop does, from the last event handed over.
 */
export async function* subscribeToEventStoreDb({
  client,
  filter,
  isOurs,
  after,
  batch,
  signal,
  log,
}: {
  client: EventStoreDBClient;
  filter: Filter;
  isOurs: (event: FoundEvent) => boolean;
  after: number;
  batch: number;
  signal: AbortSignal;
  log?: Logger;
}): AsyncGenerator<readonly RecordedEvent[]> {
  const backoff = createBackoff({ firstMs: 100, maxMs: 5_000 });
  let position = after;
  while (!signal.aborted) {
    const subscription = client.subscribeToAll({
      fromPosition: position === 0 ? START : { commit: BigInt(position), prepare: BigInt(position) },
      filter,
      requiresLeader: true,
    });
    // The client emits errors of the connection also after the reader has gone: unheard they would end the process.
    subscription.on('error', () => undefined);
    const end = () => {
      subscription.destroy();
      void subscription.unsubscribe().catch(() => undefined);
    };
    signal.addEventListener('abort', end, { once: true });
    let events: RecordedEvent[] = [];
    const add = (found: unknown) => {
      if (!found || !isOurs(found as FoundEvent)) return;
      const event = decode(found as FoundEvent);
      if (event.position > (events.at(-1)?.position ?? position)) events.push(event);
    };
    try {
      for await (const { event } of subscription) {
        add(event);
        // What has arrived goes along; a turn of the event loop lets the connection hand over what it holds.
        while (events.length > 0 && events.length < batch && !signal.aborted) {
          if (subscription.readableLength === 0) await turn();
          if (subscription.readableLength === 0) break;
          add((subscription.read() as { event?: unknown } | null)?.event);
        }
        const [last] = events.slice(-1);
        if (!last) continue;
        if (signal.aborted) break;
        backoff.reset();
        const full = events;
        events = [];
        position = last.position;
        yield full;
      }
    } catch (error) {
      if (!signal.aborted)
        log?.warn({ err: error, position }, 'the subscription dropped and is taken up again');
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
    if (!signal.aborted) await backoff.pause(signal);
  }
}
