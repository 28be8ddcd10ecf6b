import { sleep } from '../../domain/kernel/retry.ts';
import type { Driver } from '../driver/driver.ts';

/** Returns what asks a driver to connect, now or later: one plan at a time, the newest. */
export function createConnector(deps: {
  readonly driver: Pick<Driver, 'connect'>;
  /** It could not even try. */
  readonly onFailure: (error: Error) => void;
  readonly signal: AbortSignal;
}) {
  let plannedTry: AbortController | undefined;
  const cancel = () => plannedTry?.abort();

  async function connect(afterMs: number, signal: AbortSignal): Promise<void> {
    await sleep(afterMs, signal);
    if (signal.aborted) return;
    try {
      await deps.driver.connect();
    } catch (error) {
      if (!signal.aborted) deps.onFailure(error as Error);
    }
  }

  return {
    after(ms: number): void {
      cancel();
      plannedTry = new AbortController();
      void connect(ms, AbortSignal.any([deps.signal, plannedTry.signal]));
    },
    cancel,
  };
}
