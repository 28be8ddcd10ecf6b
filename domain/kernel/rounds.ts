export interface RoundsOptions {
  /** Between the end of a round and the beginning of the next, milliseconds. */
  readonly pauseMs: number;
  /** After a round that failed; default: `pauseMs`. */
  readonly failedPauseMs?: number;
  /** The first round comes after a pause, not at once. */
  readonly isLate?: boolean;
  /** Hears a failure, if that of the round before was not the same. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Returns what does `work` again and again until it is stopped, one round after the other. It keeps no process from ending, and what
 * fails is tried again with the next round.
 */
export function createRounds(
  work: () => Promise<unknown>,
  { pauseMs, failedPauseMs = pauseMs, isLate = false, onFailure }: RoundsOptions,
): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let failureBefore: string | undefined;

  const round = async (): Promise<void> => {
    try {
      await work();
      failureBefore = undefined;
    } catch (error) {
      if (String(error) !== failureBefore) onFailure(error);
      failureBefore = String(error);
    }
    plan(failureBefore === undefined ? pauseMs : failedPauseMs);
  };
  const plan = (ms: number): void => {
    if (!isStopped) timer = setTimeout(round, ms).unref();
  };

  return {
    start: () => (isLate ? plan(pauseMs) : void round()),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
