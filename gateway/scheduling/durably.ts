/** In which order, how many at once and how often again, for all work of the gateway that has to wait. */

import type { Logger } from 'pino';
import { retry } from '../../domain/kernel/retry.ts';
import { hopeless } from './hopeless.ts';

/**
 * Returns a function that does something until the stores have done it. It throws at once what no other try can mend (see
 * `hopeless`), and `StoppedError` when the signal aborts.
 * @param options.waiting what is logged of each failure; absent: nothing
 * @param options.giveUp what else is not tried again
 */
export function durably(options: {
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly waiting?: string;
  readonly giveUp?: (error: unknown, failures: number) => boolean;
}): <T>(work: () => Promise<T>) => Promise<T> {
  const { signal, log, waiting, giveUp } = options;
  return (work) =>
    retry(work, {
      signal,
      giveUp: (error, failures) => hopeless(error) !== undefined || giveUp?.(error, failures) === true,
      onFailure(error) {
        if (waiting !== undefined) log.warn({ err: error }, waiting);
      },
    });
}
