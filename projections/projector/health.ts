import { backoff, sleep } from '../../domain/kernel/retry.ts';

const longestWaitMs = 5_000;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns what keeps a projector from getting on, and how long it waits before it tries again. */
export function createHealth() {
  const delays = backoff(100, longestWaitMs);
  let failing: string | null = null;
  let unreachable: string | null = null;
  /** While it leads: whether it hears of what is appended. */
  let deaf = false;
  let failures = 0;
  return {
    /** Null: it gets on. */
    problem: (): string | null =>
      failing ?? unreachable ?? (deaf ? 'the event store does not tell what is appended' : null),
    /** Told until it is `begun` or `recovered`. */
    hindered: (reason: string): void => {
      failing = reason;
    },
    begun: (): void => {
      failing = null;
    },
    recovered: (): void => {
      failing = null;
      failures = 0;
      delays.reset();
    },
    /** Returns how often it has failed in a row. */
    failed: (error: unknown): number => {
      failing = messageOf(error);
      failures += 1;
      return failures;
    },
    /** What the last look at the stores came to. */
    looked: (error?: unknown): void => {
      unreachable = error === undefined ? null : messageOf(error);
    },
    hears: (live: boolean): void => {
      deaf = !live;
    },
    /** Waits after a failure, longer from one to the next. */
    pause: async (signal: AbortSignal): Promise<void> => {
      if (failures > 0 && !signal.aborted) await sleep(delays.next(), signal);
    },
  };
}
export type Health = ReturnType<typeof createHealth>;
