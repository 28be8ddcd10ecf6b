import type { WAMessage } from 'baileys';
import type { Logger } from 'pino';
import { sleep } from '../../../domain/kernel/retry.ts';
import { createHandingOver } from './handing-over.ts';
import type { Inbox } from './inbox.ts';

const page = 200;

/**
 * Returns what takes messages from the network: written down at once, handed over, forgotten when they are handled.
 * What is left of an earlier process, or of a handling that failed, is handed over again.
 * @param deps.handle resolves when the message is durable elsewhere
 */
export function createIntake(deps: {
  inbox: Inbox;
  handle: (message: WAMessage) => Promise<void>;
  log: Logger;
  /** Between two looks for what is left, milliseconds. */
  everyMs: number;
}) {
  const { inbox, log } = deps;
  const unreadable = new Set<string>();
  const ender = new AbortController();
  const handingOver = createHandingOver({ ...deps, signal: ender.signal });
  let looking = false;

  async function replay(): Promise<void> {
    for (let after: string | undefined; !ender.signal.aborted; ) {
      const entries = await inbox.list(after, page);
      for (const { key, message, error } of entries) {
        if (ender.signal.aborted) return;
        if (message) handingOver.again(key, message);
        if (message || unreadable.has(key)) continue;
        unreadable.add(key);
        log.error(
          { err: error, key },
          'a message that was written down cannot be read: it stays where it is',
        );
      }
      if (entries.length < page) return;
      after = entries.at(-1)?.key;
    }
  }

  return {
    /** Called in the order in which they come; they are handed over in that order. */
    take: (message: WAMessage): void => handingOver.fresh(inbox.key(), message),
    written: handingOver.written,
    /** Hands over what is left from before, now and from time to time. */
    async start(): Promise<void> {
      if (looking) return;
      looking = true;
      while (!ender.signal.aborted) {
        await replay().catch((error: unknown) =>
          log.warn({ err: error }, 'what came in before could not be looked through'),
        );
        await sleep(deps.everyMs, ender.signal);
      }
    },
    /** For good: what is not handled stays for the next owner. */
    stop: () => ender.abort(),
  };
}
