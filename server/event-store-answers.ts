import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type StoreState, stateOf } from '../api/health/readiness.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';

const askEveryMs = 500;
const sayEveryMs = 30_000;

/** Returns hosts and ports of a store's address, without the credentials and settings that may stand in it. */
export const hostsOf = (url: string): string => /^[^:]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? '?';

/** Returns the words of the first cause, on one line, without credentials. */
const reasonOf = (error: unknown): string => {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  return words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/\/[^\s/@]*@/g, '//')
    .slice(0, 300);
};

/**
 * Resolves when the event store answers. While it does not: one line at once, and one every 30 seconds, that names the
 * host and the reason. Never gives up: a store that comes later than the product is no mistake of the product's.
 * @throws the signal's reason when it aborts
 */
export async function eventStoreAnswers(options: {
  readonly eventStore: Pick<EventStore, 'ping'>;
  /** Its address; undefined: embedded. */
  readonly url: string | undefined;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly signal?: AbortSignal;
  /** Done once, when it does not answer at first. `state` says what is the matter now. */
  readonly meanwhile?: (state: () => StoreState) => Promise<void>;
  readonly askMs?: number;
  readonly sayMs?: number;
}): Promise<void> {
  const { eventStore, url, log, signal } = options;
  const host = url === undefined ? 'embedded' : hostsOf(url);
  const began = performance.now();
  let saidAt: number | undefined;
  let state: StoreState = 'ok';
  for (;;) {
    signal?.throwIfAborted();
    try {
      await eventStore.ping();
      if (saidAt !== undefined)
        log.info(
          { host, waitedMs: Math.round(performance.now() - began) },
          'the event store answers: the start goes on',
        );
      return;
    } catch (error) {
      state = stateOf(error);
      if (saidAt === undefined || performance.now() - saidAt >= (options.sayMs ?? sayEveryMs)) {
        const first = saidAt === undefined;
        saidAt = performance.now();
        log.warn({ host, state, reason: reasonOf(error) }, `waiting for the event store at ${host}`);
        if (first) await options.meanwhile?.(() => state);
      }
    }
    await sleep(options.askMs ?? askEveryMs, undefined, { ...(signal && { signal }) });
  }
}
