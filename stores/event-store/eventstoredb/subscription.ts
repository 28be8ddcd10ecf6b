import { setImmediate as turn } from 'node:timers/promises';
import { type EventStoreDBClient, type Filter, START } from '@eventstore/db-client';
import type { Logger } from 'pino';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { LogRewoundError, type Mark } from '../../../domain/kernel/event-store.ts';
import { backoff, sleep } from '../../../domain/kernel/retry.ts';
import { decode, type FoundEvent } from './events.ts';

/** What is followed, from where, and who is told of it. */
interface Followed {
  readonly client: EventStoreDBClient;
  readonly filter: Filter;
  readonly isOurs: (event: FoundEvent) => boolean;
  /** Whether this event, or without one any event, stands at the position. */
  readonly stands: (position: number, mark?: Mark) => Promise<boolean>;
  /** Told of each end that was not asked for. */
  readonly onDropped: () => void;
  readonly after: number;
  readonly mark?: Mark | undefined;
  readonly batch: number;
  readonly signal: AbortSignal;
  readonly onLive?: ((live: boolean) => void) | undefined;
  readonly log?: Logger;
}

/**
 * Yields the whole log, pulled: the server sends no faster than this is consumed. The client never rebuilds a dropped
 * subscription; this loop does, from the last event handed over, as long as that one stands in the log: after a
 * position that is no longer there the server gives nothing for ever, or fails for ever.
 */
export async function* subscribeToEventStoreDb({
  client,
  filter,
  isOurs,
  stands,
  onDropped,
  after,
  mark,
  batch,
  signal,
  onLive,
  log,
}: Followed): AsyncGenerator<readonly RecordedEvent[]> {
  const delays = backoff(100, 1_000);
  let position = after;
  let lastMark = mark;
  let outage = false;
  const onLost = (error?: unknown) => {
    onLive?.(false);
    // One line an outage: it may last for hours.
    if (!outage) log?.warn({ err: error, position }, 'the subscription dropped and is taken up again');
    outage = true;
  };
  const goLive = () => {
    if (outage) log?.info({ position }, 'the subscription goes on');
    outage = false;
    onLive?.(true);
  };
  while (!signal.aborted) {
    try {
      if (position > 0 && !(await stands(position, lastMark)) && !signal.aborted)
        throw new LogRewoundError(`position ${position} is not in the log`);
    } catch (error) {
      if (error instanceof LogRewoundError) throw error;
      if (signal.aborted) return;
      onLost(error);
      await sleep(delays.next(), signal);
      continue;
    }
    if (signal.aborted) return;
    const subscription = client.subscribeToAll({
      fromPosition: position === 0 ? START : { commit: BigInt(position), prepare: BigInt(position) },
      filter,
      requiresLeader: true,
    });
    // The client emits errors of the connection also after the reader has gone: unheard they would end the process.
    subscription.on('error', () => undefined);
    subscription.on('confirmation', goLive);
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
        const [newest] = events.slice(-1);
        if (!newest) continue;
        if (signal.aborted) break;
        delays.reset();
        const full = events;
        events = [];
        position = newest.position;
        lastMark = newest;
        yield full;
      }
      if (!signal.aborted) onLost();
    } catch (error) {
      if (!signal.aborted) onLost(error);
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
    if (signal.aborted) return;
    onDropped();
    await sleep(delays.next(), signal);
  }
}
