import type { WAMessage } from 'baileys';
import type { Logger } from 'pino';
import { backoff, sleep } from '../../../domain/kernel/retry.ts';
import type { Inbox } from './inbox.ts';

const page = 200;

/**
 * Takes messages from the network: written down at once, handed over, forgotten when they are handled. What is left of
 * an earlier process, or of a handling that failed, is handed over again.
 * @param deps.handle resolves when the message is durable elsewhere
 */
export function createIntake(deps: {
  inbox: Inbox;
  handle: (message: WAMessage) => Promise<void>;
  log: Logger;
  /** Between two looks for what is left, milliseconds. */
  everyMs: number;
}) {
  const { inbox, handle, log } = deps;
  const inFlight = new Set<string>();
  const unreadable = new Set<string>();
  /** Of messages that are neither written down nor handled yet. */
  const unsafe = new Set<Promise<unknown>>();
  const ended = new AbortController();
  let looking = false;

  async function forget(key: string): Promise<void> {
    try {
      await inbox.remove(key);
    } catch (error) {
      // It is handed over again, and known by its id.
      log.warn({ err: error }, 'a message that was handled stays written down');
    }
  }

  /** Until it is written down or need not be any more: a store that is away is waited for. */
  async function write(key: string, message: WAMessage, handled: () => boolean): Promise<void> {
    const delays = backoff(50, 5_000);
    while (!handled() && !ended.signal.aborted) {
      try {
        return await inbox.put(key, message);
      } catch (error) {
        log.warn({ err: error }, 'a message that came in waits to be written down');
        await sleep(delays.next(), ended.signal);
      }
    }
  }

  async function hand(
    key: string,
    message: WAMessage,
    writing: (handled: () => boolean) => Promise<void>,
  ): Promise<void> {
    let handled = false;
    inFlight.add(key);
    const written = writing(() => handled);
    const handling = handle(message);
    const safe: Promise<unknown> = Promise.race([written, handling.catch(() => written)]).finally(() =>
      unsafe.delete(safe),
    );
    unsafe.add(safe);
    try {
      await handling;
      handled = true;
    } catch (error) {
      log.warn({ err: error }, 'a message that came in will be handed over again');
    }
    await written;
    if (handled) await forget(key);
    inFlight.delete(key);
  }

  async function replay(): Promise<void> {
    for (let after: string | undefined; !ended.signal.aborted; ) {
      const entries = await inbox.list(after, page);
      for (const { key, message, error } of entries) {
        if (ended.signal.aborted) return;
        if (message && !inFlight.has(key)) void hand(key, message, async () => {});
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
    take(message: WAMessage): void {
      const key = inbox.key();
      // Beside each other: the first of the two that is durable keeps the message.
      void hand(key, message, (handled) => write(key, message, handled));
    },
    /** Resolves when all that was taken by now is written down, or need not be any more. */
    written: async (): Promise<void> => void (await Promise.all(unsafe)),
    /** Hands over what is left from before, now and from time to time. */
    async start(): Promise<void> {
      if (looking) return;
      looking = true;
      while (!ended.signal.aborted) {
        await replay().catch((error: unknown) =>
          log.warn({ err: error }, 'what came in before could not be looked through'),
        );
        await sleep(deps.everyMs, ended.signal);
      }
    },
    /** For good: what is not handled stays for the next owner. */
    stop: () => ended.abort(),
  };
}
