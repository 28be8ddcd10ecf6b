interface OutageLog {
  warn(details: object, message: string): void;
  info?(details: object, message: string): void;
}

/** Failures that come this soon after an answer are of the same outage, milliseconds. */
const settledMs = 5_000;

/**
 * Returns what says once that the event store does not answer, and at its end how often it was asked in vain:
 * everybody who waits asks again and again, and a line of each would be megabytes.
 */
export const createOutage = (log: OutageLog | undefined, clock: () => number = () => performance.now()) => {
  let since: number | undefined;
  let isSaid = false;
  let failures = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    failed(stream: string, err: unknown): void {
      const now = clock();
      failures += 1;
      since ??= now;
      // Others who waited may fail once more after the first was answered.
      if (isSaid || Math.max(now - since, since - answeredAt) < settledMs) return;
      isSaid = true;
      log?.warn({ stream, err }, 'the event store does not answer: it is asked until it does');
    },
    answered(): void {
      if (since === undefined) return;
      answeredAt = clock();
      const ms = Math.round(answeredAt - since);
      if (isSaid) log?.info?.({ failures, ms }, 'the event store answers again');
      since = undefined;
      isSaid = false;
      failures = 0;
    },
  };
};
