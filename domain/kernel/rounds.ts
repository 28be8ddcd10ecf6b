export interface RoundsOptions {
  /** Between the end of a round and the beginning of the next, milliseconds. */
  readonly pauseMs: number;
  /** After a round that failed; default: `pauseMs`. */
  readonly failedPauseMs?: number;
  /** The first round comes after a pause, not at once. */
  readonly isLate?: boolean;
  /** Hears the first failure of several in a row. */
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
  let failures = 0;

  const round = async (): Promise<void> => {
    try {
      await work();
      failures = 0;
    } catch (error) {
      if (failures++ === 0) onFailure(error);
    }
    plan(failures === 0 ? pauseMs : failedPauseMs);
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
