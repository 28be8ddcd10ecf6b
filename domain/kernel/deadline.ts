/** Until when a command may decide, and how often it may meet a conflict. */
export interface Deadline {
  /** Throws once the caller has been told that there is no answer. */
  throwIfExpired(): void;
  /** Conflicts after which the command gives up. */
  readonly maxConflicts: number;
}

/** For what must not be lost: commands that never give up, for nobody would send them again. */
export const noDeadline: Deadline = {
  throwIfExpired: () => undefined,
  maxConflicts: Number.POSITIVE_INFINITY,
};

/**
 * Returns the result of `work`, or throws `lateError()` after `ms`. Work that has not decided by then is dropped; an append
 * whose outcome is unknown goes on in the background, for nothing may be decided on its stream before it is known.
 * A retry under the same command id finds it done.
 */
export const withDeadline = async <T>(
  ms: number,
  lateError: () => Error,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> => {
  let expired = false;
  const deadline: Deadline = {
    throwIfExpired: () => {
      if (expired) throw lateError();
    },
    maxConflicts: 10,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runningWork = work(deadline);
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      expired = true;
      reject(lateError());
    }, ms);
    // Waiting for a store must not keep a process from ending.
    if (typeof timer === 'object') timer.unref();
  });
  // The loser of the race must not end the process with an unhandled rejection.
  runningWork.catch(() => undefined);
  try {
    return await Promise.race([runningWork, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
