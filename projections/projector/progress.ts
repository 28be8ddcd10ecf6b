import { createPreparedness } from './folding.ts';
import { createLag } from './lag.ts';
import { createWaiters } from './waiters.ts';

/** Returns how far the read models have come, whoever folds them, and tells those who wait for it. */
export function createProgress(now: () => number) {
  const lag = createLag(now);
  const preparedness = createPreparedness(now);
  const waiters = createWaiters();
  const listeners = new Set<(position: number) => void>();
  let position = 0;
  const attend = (generation: string, folding: boolean): void =>
    preparedness.observe({ generation, head: lag.head(), position, folding });
  return {
    lag,
    preparedness,
    position: () => position,
    /** Somebody folds, or nobody does, into this generation. */
    attend,
    /** @param generation the one this process folds into, where it does */
    moveTo: (reached: number, events: number, generation?: string): void => {
      position = reached;
      lag.reached(reached, events);
      if (generation) attend(generation, true);
      waiters.advance(reached);
      for (const listener of listeners) listener(reached);
    },
    reached: (wanted: number, timeoutMs: number): Promise<boolean> =>
      waiters.reached(position, wanted, timeoutMs),
    isWaitedFor: () => waiters.size > 0,
    onPosition: (listener: (position: number) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
export type Progress = ReturnType<typeof createProgress>;
