import type { Notice } from '../../projections/ports/read-store.ts';
import type { Api } from '../services.ts';

const pollMs = 20;
/** Beside a projector of this process: how often to look for what another process's projector has committed. */
const besideMs = 100;
/** After a commit of this process there is nobody else who commits: the lease is ours. */
const oursMs = 1_000;
const most = 1_000;

/**
 * Follows the feed of all companies from now on: told directly by commits of this process, and polled for those of
 * another (this process's projector may only be standing by). What comes both ways comes twice, with the same numbers.
 * Gives a function that stops it.
 */
export async function followFeed(
  { readStore, sharesProcess, log }: Pick<Api, 'readStore' | 'sharesProcess' | 'log'>,
  receive: (notices: readonly Notice[]) => void,
): Promise<() => Promise<void>> {
  let committedAt = Number.NEGATIVE_INFINITY;
  const stopListening = sharesProcess
    ? readStore.onCommit((notices) => {
        committedAt = performance.now();
        receive(notices);
      })
    : () => {};
  let { cursor } = await readStore.tail(0, most);
  let stopped = false;
  let failures = 0;
  let wake: (() => void) | undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms);
    });
  const every = sharesProcess ? besideMs : pollMs;
  const loop = (async () => {
    while (!stopped) {
      try {
        if (performance.now() - committedAt > oursMs) {
          const next = await readStore.tail(cursor, most);
          if (stopped) return;
          cursor = next.cursor;
          failures = 0;
          receive(next.notices);
          if (next.notices.length === most) continue;
        }
      } catch (err) {
        if (failures++ === 0) log.warn({ err }, 'the change feed cannot be read');
      }
      await pause(failures === 0 ? every : Math.min(2_000, every * 2 ** failures));
    }
  })();
  return async () => {
    stopped = true;
    stopListening();
    wake?.();
    await loop;
  };
}
