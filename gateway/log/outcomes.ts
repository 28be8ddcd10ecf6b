/** Who waits for what becomes of one message. */
export interface Outcome {
  /** Resolves with true when something was told of it since this was last asked, with false after `ms` or at the signal. */
  told(ms: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

/**
 * Returns what tells, as the log does, that a message went out or failed, to who waits for that. Word may be missed, by a process
 * that follows late: whoever waits looks by themselves as well.
 */
export function createOutcomes() {
  const waiting = new Map<string, () => void>();
  return {
    tell: (messageId: string): void => waiting.get(messageId)?.(),
    /** @param messageId waited for by one at a time */
    of(messageId: string): Outcome {
      let isTold = false;
      let wake = () => {};
      waiting.set(messageId, () => {
        isTold = true;
        wake();
      });
      return {
        async told(ms, signal) {
          if (!isTold && !signal.aborted)
            await new Promise<void>((resolve) => {
              const timer = setTimeout(() => wake(), ms);
              wake = () => {
                clearTimeout(timer);
                signal.removeEventListener('abort', wake);
                resolve();
              };
              signal.addEventListener('abort', wake, { once: true });
            });
          const was = isTold;
          isTold = false;
          return was;
        },
        close: () => void waiting.delete(messageId),
      };
    },
  };
}
export type Outcomes = ReturnType<typeof createOutcomes>;
