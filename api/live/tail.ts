import type { Notice } from '../../projections/ports/read-store.ts';
import type { Api } from '../services.ts';

const pollMs = 20;
const most = 1_000;

/**
 * Follows the feed of all companies from now on: called directly by commits of this process, otherwise polled.
 * Gives a function that stops it.
 */
export async function followFeed(
  { readStore, sharesProcess, log }: Pick<Api, 'readStore' | 'sharesProcess' | 'log'>,
  receive: (notices: readonly Notice[]) => void,
): Promise<() => Promise<void>> {
  if (sharesProcess) {
    const stop = readStore.onCommit((notices) => receive(notices));
    return async () => stop();
  }
  let { cursor } = await readStore.tail(0, most);
  let stopped = false;
  let failures = 0;
  let wake: (() => void) | undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms);
    });
  const loop = (async () => {
    while (!stopped) {
      try {
        const next = await readStore.tail(cursor, most);
        if (stopped) return;
        cursor = next.cursor;
        failures = 0;
        receive(next.notices);
        if (next.notices.length === most) continue;
      } catch (err) {
        if (failures++ === 0) log.warn({ err }, 'the change feed cannot be read');
      }
      await pause(failures === 0 ? pollMs : Math.min(2_000, pollMs * 2 ** failures));
    }
  })();
  return async () => {
    stopped = true;
    wake?.();
    await loop;
  };
}
