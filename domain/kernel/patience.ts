import { DomainError } from '../errors.ts';

/** How long a command waits for a store that does not answer. `expired`: its caller has been told 'unavailable'. */
export interface Patience {
  expired: boolean;
  /** Conflicts after which it gives up with ERR_CONFLICT. */
  readonly conflicts: number;
}

/** Inbound messages and receipts: they never give up, for nobody would send them again. */
export const endless: Patience = { expired: false, conflicts: Number.POSITIVE_INFINITY };

const unavailable = () => new DomainError('ERR_UNAVAILABLE', 'the event store does not answer');

/**
 * Gives the caller an answer after `ms` at the latest. Work that has not decided anything by then is dropped; an
 * append whose outcome is unknown is carried on with in the background (the same events at the same revision), for
 * nothing may be decided on its stream before the outcome is known. A retry under the same command id finds it done.
 */
export const withPatience = async <T>(ms: number, work: (patience: Patience) => Promise<T>): Promise<T> => {
  const patience: Patience = { expired: false, conflicts: 10 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const running = work(patience);
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      patience.expired = true;
      reject(unavailable());
    }, ms);
    // Waiting for a store must not keep a process from ending.
    if (typeof timer === 'object') timer.unref();
  });
  // Whoever loses the race must not end the process with an unhandled rejection.
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
};

export const checkPatience = (patience: Patience): void => {
  if (patience.expired) throw unavailable();
};
