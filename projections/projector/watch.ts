import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventStore } from '../../domain/ports/event-store.ts';
import type { ReadStore } from '../ports/read-store.ts';
import { createLag } from './lag.ts';

const lookMs = 500;
const waitedForMs = 5;

/** Positions another process has reached: looked up every 5 ms while somebody waits, every half second otherwise. */
export function watchProjector(
  {
    eventStore,
    readStore,
  }: {
    readonly eventStore: Pick<EventStore, 'head' | 'rewinds'>;
    readonly readStore: Pick<ReadStore, 'checkpoint'>;
  },
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
) {
  // Of each head that was seen it remembers when: under a steady load there is always something to fold, and yet
  // nothing waits for long.
  const lag = createLag(now);
  let position = 0;
  let rewinds = eventStore.rewinds();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let waiting = 0;
  let wake = () => {};
  const waiters = new Set<() => void>();
  const loop = (async () => {
    while (!stopped) {
      try {
        if (now() - lookedAt >= lookMs) {
          lookedAt = now();
          const head = await eventStore.head();
          if (eventStore.rewinds() !== rewinds) lag.restart();
          rewinds = eventStore.rewinds();
          lag.observe(head);
        }
        position = Math.max(0, (await readStore.checkpoint('main'))?.position ?? 0);
        lag.reached(position, 0);
      } catch (error) {
        log.warn({ err: error }, 'cannot see how far the read models are');
      }
      for (const waiter of [...waiters]) waiter();
      await Promise.race([
        sleep(waiting > 0 ? waitedForMs : lookMs, undefined, { ref: false }),
        new Promise<void>((resolve) => (wake = resolve)),
      ]);
    }
  })();
  return {
    reached: async (wanted: number, timeoutMs: number): Promise<boolean> => {
      if (position >= wanted) return true;
      waiting += 1;
      wake();
      try {
        return await new Promise<boolean>((resolve) => {
          const check = () => position >= wanted && settle(true);
          const timer = setTimeout(() => settle(false), timeoutMs);
          const settle = (reached: boolean) => {
            clearTimeout(timer);
            waiters.delete(check);
            resolve(reached);
          };
          waiters.add(check);
        });
      } finally {
        waiting -= 1;
      }
    },
    status: () => ({
      lag: lag.events(),
      lagMs: lag.ms(),
      parked: 0,
      running: true,
    }),
    stop: async () => {
      stopped = true;
      wake();
      await loop;
    },
  };
}
