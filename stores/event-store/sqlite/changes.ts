/** Another process's commits are noticed by asking; a quiet log is asked less often, so that an idle process sleeps. */
const POLL_MS = 5;
const QUIET_POLL_MS = 20;
const QUIET_AFTER = 400;

/**
 * Returns what wakes subscribers when the log grew: at once after our own commit, within `POLL_MS` after another
 * process's. One timer for all subscribers, and none while nobody waits.
 */
export const createChanges = (dataVersion: () => number) => {
  const waiters = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seenVersion = 0;
  let quiet = 0;

  const wake = () => {
    quiet = 0;
    for (const resolve of waiters) resolve();
    waiters.clear();
    clearTimeout(timer);
    timer = undefined;
  };

  const poll = () => {
    timer = undefined;
    quiet++;
    let now = seenVersion;
    try {
      now = dataVersion();
    } catch {
      // The subscriber meets the same error when it reads, and there it is logged and waited for.
      return wake();
    }
    if (now !== seenVersion) return wake();
    timer = setTimeout(poll, quiet > QUIET_AFTER ? QUIET_POLL_MS : POLL_MS);
  };

  return {
    wake,
    /** Take it before reading: what is committed after the mark ends the wait. */
    mark: dataVersion,
    /** Waits for a commit later than `mark`, or for the signal. Call it in the same turn as the read that found nothing. */
    wait: (mark: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          waiters.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        signal.addEventListener('abort', done, { once: true });
        waiters.add(done);
        if (timer === undefined) {
          seenVersion = mark;
          timer = setTimeout(poll, POLL_MS);
        }
      }),
  };
};
