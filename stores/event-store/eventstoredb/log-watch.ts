import type { Logger } from 'pino';
import type { Mark } from '../../../domain/kernel/event-store.ts';

/**
 * Whether the log that answers is still the one known before: a server that was away may come back with an older copy of
 * it. The last event known is looked for before anything else is asked of a server that was away.
 * @param stands whether an event stands in the log, asked of the server without further ado
 */
export const createLogWatch = (stands: (mark: Mark) => Promise<boolean>, log?: Logger) => {
  let lastMark: Mark | undefined;
  let doubts = 0;
  let settledDoubts = 0;
  let rewinds = 0;
  let lookUp: Promise<void> | undefined;

  const look = async () => {
    const [asked, doubt] = [lastMark, doubts];
    if (asked && !(await stands(asked))) {
      rewinds += 1;
      if (lastMark === asked) lastMark = undefined;
      log?.error(
        { position: asked.position, stream: asked.stream },
        'an older copy of the log was put back: its last events are gone, read models will be rebuilt',
      );
    }
    settledDoubts = doubt;
  };

  return {
    /** The server was away. */
    doubt(): void {
      doubts += 1;
    },
    /** An event that stands in the log. A head before the last event known is a reason for doubt. */
    saw({ stream, revision, position, id }: Mark, what: 'event' | 'head' = 'event'): void {
      if (position > (lastMark?.position ?? 0)) lastMark = { stream, revision, position, id };
      else if (what === 'head' && lastMark && position < lastMark.position) doubts += 1;
    },
    /** To be awaited before each question. @throws what `stands` throws */
    async sure(): Promise<void> {
      if (settledDoubts === doubts) return;
      lookUp ??= look().finally(() => {
        lookUp = undefined;
      });
      await lookUp;
    },
    rewinds: (): number => rewinds,
  };
};
export type LogWatch = ReturnType<typeof createLogWatch>;
