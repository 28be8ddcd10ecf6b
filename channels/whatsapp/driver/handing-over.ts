import type { WAMessage } from 'baileys';
import type { Logger } from 'pino';
import { retry, StoppedError } from '../../../domain/kernel/retry.ts';
import type { Inbox } from './inbox.ts';

/**
 * Returns what hands messages over and forgets them in the inbox when they are handled. What is not written down there
 * yet is written beside it: the first of the two that is durable keeps the message.
 */
export function createHandingOver(deps: {
  readonly inbox: Pick<Inbox, 'put' | 'remove'>;
  readonly handle: (message: WAMessage) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}) {
  const { inbox, handle, log, signal } = deps;
  const inFlight = new Set<string>();
  /** Of messages that are neither written down nor handled yet. */
  const unsafe = new Set<Promise<unknown>>();

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
    const put = async () => {
      if (!handled()) await inbox.put(key, message);
    };
    try {
      await retry(put, {
        signal,
        firstMs: 50,
        onFailure: (error) => log.warn({ err: error }, 'a message that came in waits to be written down'),
      });
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error;
    }
  }

  async function hand(
    key: string,
    message: WAMessage,
    writing: (handled: () => boolean) => Promise<void>,
  ): Promise<void> {
    let handled = false;
    inFlight.add(key);
    const writtenKeys = writing(() => handled);
    const handling = handle(message);
    const safe: Promise<unknown> = Promise.race([writtenKeys, handling.catch(() => writtenKeys)]).finally(
      () => unsafe.delete(safe),
    );
    unsafe.add(safe);
    try {
      await handling;
      handled = true;
    } catch (error) {
      log.warn({ err: error }, 'a message that came in will be handed over again');
    }
    await writtenKeys;
    if (handled) await forget(key);
    inFlight.delete(key);
  }

  return {
    /** Of a message that came now: in the order in which they come. */
    fresh: (key: string, message: WAMessage): void =>
      void hand(key, message, (handled) => write(key, message, handled)),
    /** Of one that is written down; one that is being handed over is left to that. */
    again(key: string, message: WAMessage): void {
      if (!inFlight.has(key)) void hand(key, message, async () => {});
    },
    /** Resolves when all that was given by now is written down, or need not be any more. */
    written: async (): Promise<void> => void (await Promise.all(unsafe)),
  };
}
