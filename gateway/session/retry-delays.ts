import { backoff } from '../../domain/kernel/retry.ts';
import type { CloseCause } from '../driver/driver.ts';
import type { Pace } from './close-policy.ts';

/**
 * Returns how long to wait for the next try. Delays grow as long as the cause stays the same, also over links that
 * opened and ended soon after: whoever lets us in and ends it at once sees ever fewer logins.
 * @param soundMs a link that stood for so long ended of something new
 */
export function createRetryDelays(soundMs: number) {
  let delays = backoff(0, 0);
  let pacedFor: CloseCause | undefined;
  let openedAt = Number.POSITIVE_INFINITY;

  return {
    opened(): void {
      openedAt = performance.now();
    },
    closed(): void {
      if (performance.now() - openedAt >= soundMs) pacedFor = undefined;
      openedAt = Number.POSITIVE_INFINITY;
    },
    /** What was before counts no longer. */
    forget(): void {
      pacedFor = undefined;
    },
    /** @param atOnce the first try of this cause need not wait */
    next(cause: CloseCause, pace: Pace, atOnce: boolean): number {
      const isFirst = cause !== pacedFor;
      if (isFirst) delays = backoff(pace.firstMs, pace.capMs);
      pacedFor = cause;
      return isFirst && atOnce ? 0 : delays.next();
    },
  };
}
