import type { FastifyBaseLogger } from 'fastify';
import type { StateStore } from '../../domain/ports/state-store.ts';

const windowMs = 60_000;
const exchangeMs = 1_000;
/** Of a limit: below it a process keeps its count to itself. */
const worthTelling = 0.25;

export interface Count {
  readonly allowed: boolean;
  readonly limit: number;
  readonly used: number;
  /** Until the minute is over. */
  readonly resetMs: number;
}

/**
 * Returns counts by the minute over all api processes, without a round trip for any of them: each counts in memory, and
 * once a second tells the others those counts that have come to a quarter of their limit. A limit may so be passed by
 * what other processes let through within a second, and by a quarter for each of them.
 */
export function createTally({
  state,
  instance,
  log,
  now = Date.now,
}: {
  readonly state: StateStore;
  readonly instance: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}) {
  let minute = 0;
  let ownCalls = new Map<string, number>();
  let hot = new Set<string>();
  let otherCalls = new Map<string, number>();
  let hasNews = false;
  let timer: NodeJS.Timeout | undefined;
  let failing = false;

  const begin = (current: number) => {
    minute = current;
    ownCalls = new Map();
    hot = new Set();
    otherCalls = new Map();
  };

  async function exchange(): Promise<void> {
    const currentMinute = minute;
    if (hot.size === 0) return;
    const prefix = `tally/${currentMinute}/`;
    if (hasNews) {
      hasNews = false;
      const counts = Object.fromEntries([...hot].map((key) => [key, ownCalls.get(key) ?? 0]));
      await state.set(`${prefix}${instance}`, counts, { ttlMs: 2 * windowMs, passing: true });
    }
    const sums = new Map<string, number>();
    for (const { key, value } of await state.list<Record<string, number>>(prefix)) {
      if (key === `${prefix}${instance}`) continue;
      for (const [name, count] of Object.entries(value)) sums.set(name, (sums.get(name) ?? 0) + count);
    }
    if (minute === currentMinute) otherCalls = sums;
    failing = false;
  }

  const schedule = () => {
    timer = setTimeout(() => {
      void exchange()
        .catch((err: unknown) => {
          // Each process still keeps to its own count.
          if (!failing) log.warn({ err }, 'counts of requests could not be exchanged');
          failing = true;
        })
        .finally(schedule);
    }, exchangeMs).unref();
  };

  return {
    /** One more, unless that is more than `limit` a minute. 0: no limit. */
    count(key: string, limit: number): Count {
      const at = now();
      const current = Math.floor(at / windowMs);
      if (current !== minute) begin(current);
      const mine = ownCalls.get(key) ?? 0;
      const used = mine + (otherCalls.get(key) ?? 0);
      const resetMs = (current + 1) * windowMs - at;
      if (limit > 0 && used >= limit) return { allowed: false, limit, used, resetMs };
      ownCalls.set(key, mine + 1);
      if (limit > 0 && mine + 1 >= limit * worthTelling) {
        hot.add(key);
        hasNews = true;
      }
      return { allowed: true, limit, used: used + 1, resetMs };
    },
    /** What was counted this minute, as far as this process knows: nothing more is counted by asking. */
    used(key: string): number {
      if (Math.floor(now() / windowMs) !== minute) return 0;
      return (ownCalls.get(key) ?? 0) + (otherCalls.get(key) ?? 0);
    },
    /** For tests: what would come about within a second. */
    exchange,
    start: schedule,
    stop: (): void => clearTimeout(timer),
  };
}
export type Tally = ReturnType<typeof createTally>;
