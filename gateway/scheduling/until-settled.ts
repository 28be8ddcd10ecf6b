import { type RetryOptions, retry } from '../../domain/kernel/retry.ts';

/** Thrown by work that is to be tried once more; its cause is what went wrong. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  constructor(cause: unknown) {
    super('not yet', { cause });
  }
}

/**
 * Returns what the work comes to, refused or done; it is tried again, after a pause that doubles, as long as it throws
 * `NotYetError`. @throws whatever else it throws; StoppedError when the signal aborts
 */
export function untilSettled<T>(
  work: () => Promise<T>,
  options: Pick<RetryOptions, 'signal' | 'firstMs' | 'capMs'>,
): Promise<T> {
  return retry(work, { ...options, giveUp: (error) => !(error instanceof NotYetError) });
}
