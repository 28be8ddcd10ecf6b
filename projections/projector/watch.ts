import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { ReadStore } from '../ports/read-store.ts';
import { createPreparedness, watchLease } from './folding.ts';
import { createLag } from './lag.ts';
import { defaultLeaseMs, projectorLease } from './lease.ts';

const lookMs = 500;
const waitedForMs = 5;

export interface Watched {
  readonly eventStore: Pick<EventStore, 'head' | 'rewinds'>;
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'generation' | 'version'>;
  readonly state: Pick<StateStore, 'get' | 'isGone'>;
}

/**
 * Returns a look at positions another process has reached: every 5 ms while somebody waits, every half second
 * otherwise. And whether there is such a process: of this version of the read models, and alive.
 */
export function watchProjector(
  { eventStore, readStore, state }: Watched,
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
) {
  // Of each head that was seen it remembers when: under a steady load there is always something to fold, and yet
  // nothing waits for long.
  const lag = createLag(now);
  const folder = watchLease(
    { state, key: projectorLease('main', readStore.version), leaseMs: defaultLeaseMs },
    now,
  );
  const preparedness = createPreparedness(now);
  let position = 0;
  let rewinds = eventStore.rewinds();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let waitingCount = 0;
  let wake = () => {};
  const waiters = new Set<() => void>();
  const look = async () => {
    const thorough = now() - lookedAt >= lookMs;
    if (thorough) {
      lookedAt = now();
      await folder.look();
      const head = await eventStore.head();
      if (eventStore.rewinds() !== rewinds) lag.restart();
      rewinds = eventStore.rewinds();
      lag.observe(head);
    }
    const generation = thorough ? await readStore.generation() : undefined;
    position = Math.max(0, (await readStore.checkpoint('main'))?.position ?? 0);
    lag.reached(position, 0);
    if (generation !== undefined)
      preparedness.observe({ generation, head: lag.head(), position, folding: folder.lives() });
  };
  const loop = (async () => {
    while (!stopped) {
      try {
        await look();
      } catch (error) {
        log.warn({ err: error }, 'cannot see how far the read models are');
      }
      for (const waiter of [...waiters]) waiter();
      await Promise.race([
        sleep(waitingCount > 0 ? waitedForMs : lookMs, undefined, { ref: false }),
        new Promise<void>((resolve) => (wake = resolve)),
      ]);
    }
  })();
  return {
    reached: async (wanted: number, timeoutMs: number): Promise<boolean> => {
      if (position >= wanted) return true;
      waitingCount += 1;
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
        waitingCount -= 1;
      }
    },
    status: () => ({
      lag: lag.events(),
      lagMs: lag.ms(),
      parked: 0,
      role: folder.lives() ? ('standby' as const) : ('waiting' as const),
      running: folder.lives(),
      prepared: preparedness.prepared(),
      unattendedMs: preparedness.unattendedMs(),
    }),
    expect: preparedness.expect,
    stop: async () => {
      stopped = true;
      wake();
      await loop;
    },
  };
}
