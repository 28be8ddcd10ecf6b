import type { Logger } from 'pino';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type EventStore, LogRewoundError, type Mark } from '../../domain/kernel/event-store.ts';
import { backoff, sleep } from '../../domain/kernel/retry.ts';

/** Where following begins, and the event that stands there. */
export interface Start {
  readonly after: number;
  readonly mark?: Mark | undefined;
}

/**
 * Hands every event after `start` to `each`, in order, until the signal aborts; a broken subscription is taken up again.
 * The next is handed over when `each` has resolved, where it returns a promise.
 * @param options.startAnew asked for another start when an older copy of the log was put back; waits until there is one
 */
export async function followLog(options: {
  eventStore: Pick<EventStore, 'subscribe'>;
  start: Start;
  startAnew: () => Promise<Start>;
  each: (event: RecordedEvent) => void | Promise<void>;
  /** The only types that `each` has something to do about; the rest of a long log may be passed over. */
  types?: ReadonlySet<string>;
  /** Whether events that this build cannot read are handed over too. */
  unreadable?: boolean;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { eventStore, each, types, log, signal } = options;
  const delays = backoff(100, 1_000);
  // Asked once an event: one that goes by several others looks at all of them each time.
  let isOver = signal.aborted;
  signal.addEventListener('abort', () => (isOver = true), { once: true });
  let { after, mark } = options.start;
  while (!isOver) {
    try {
      for await (const batch of eventStore.subscribe({ after, mark, batch: 500, types, signal })) {
        for (const event of batch) {
          if (isOver) return;
          if (event.unreadable === undefined || options.unreadable) {
            const handling = each(event);
            if (handling) await handling;
          }
          after = event.position;
          mark = event;
        }
        delays.reset();
      }
    } catch (error) {
      if (isOver) return;
      if (error instanceof LogRewoundError) {
        log.error({ err: error, after }, 'an older copy of the log was put back: the gateway begins anew');
        ({ after, mark } = await options.startAnew());
        continue;
      }
      log.warn({ err: error, after }, 'the log will be followed again');
    }
    await sleep(delays.next(), signal);
  }
}
