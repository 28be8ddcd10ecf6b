import { setTimeout as sleep } from 'node:timers/promises';

/** Waits that double up to a cap, each shortened at random by up to half, so that clients do not come back in step. */
export const createBackoff = ({ firstMs, maxMs }: { firstMs: number; maxMs: number }) => {
  let nextMs = firstMs;
  return {
    reset: () => {
      nextMs = firstMs;
    },
    /** Resolves early when the signal aborts. */
    pause: async (signal: AbortSignal): Promise<void> => {
      const wait = nextMs * (0.5 + Math.random() / 2);
      nextMs = Math.min(nextMs * 2, maxMs);
      await sleep(wait, undefined, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
};
