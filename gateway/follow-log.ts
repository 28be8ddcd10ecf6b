import type { Logger } from 'pino';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { EventStore } from '../domain/ports/event-store.ts';
import { backoff, sleep } from './waiting.ts';

/** Hands every event after `after` to `each`, in order, until the signal aborts; a broken subscription is taken up again. */
export async function followLog(options: {
  eventStore: Pick<EventStore, 'subscribe'>;
  after: number;
  each: (event: RecordedEvent) => void;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { eventStore, each, log, signal } = options;
  const delays = backoff(100, 5_000);
  let after = options.after;
  while (!signal.aborted) {
    try {
      for await (const batch of eventStore.subscribe({ after, batch: 500, signal })) {
        for (const event of batch) {
          if (event.unreadable === undefined) each(event);
          after = event.position;
        }
        delays.reset();
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, after }, 'the log will be followed again');
    }
    await sleep(delays.next(), signal);
  }
}
