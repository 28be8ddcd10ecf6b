import { StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { Lease } from '../../domain/ports/lease.ts';

/** Whether a connection may be used right now: its link is up and its lease is held. */
export function createLink(lease: Lease) {
  let connected = false;
  let waiters: (() => void)[] = [];

  const isUp = (): boolean => connected && lease.mayAct();

  return {
    isUp,
    isConnected: () => connected,
    set(up: boolean): void {
      connected = up;
      if (up) for (const resolve of waiters.splice(0)) resolve();
    },
    /** @throws StoppedError when the signal aborts */
    async whenUp(signal: AbortSignal): Promise<void> {
      while (!isUp()) {
        if (signal.aborted) throw new StoppedError('stopped');
        // Linked but with an old lease: the next renewal decides.
        if (connected) await sleep(20, signal);
        else
          await new Promise<void>((resolve) => {
            const done = () => {
              signal.removeEventListener('abort', done);
              resolve();
            };
            signal.addEventListener('abort', done, { once: true });
            waiters = [...waiters, done];
          });
      }
      if (signal.aborted) throw new StoppedError('stopped');
    },
  };
}
export type Link = ReturnType<typeof createLink>;
