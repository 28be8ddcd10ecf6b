import type { BinaryNode, WASocket } from 'baileys';
import type { Logger } from 'pino';
import { DriverError, type DriverEvent } from '../../../gateway/driver/driver.ts';
import { limitOfLock } from './network-limits.ts';

const usualTimeoutMs = 15_000;

/** Returns what waits for the network's word on what is sent to it: that it took it, or why it did not. */
export function createAcknowledgements(deps: {
  readonly timeoutMs: number | undefined;
  readonly tell: (event: DriverEvent) => void;
  readonly log: Logger;
}) {
  const { timeoutMs = usualTimeoutMs, tell, log } = deps;
  const sendingIds = new Set<string>();

  /** A message was refused as one of too many new conversations: until when, the network knows. */
  async function askLimits(link: WASocket): Promise<void> {
    try {
      tell(limitOfLock(await link.fetchAccountReachoutTimelock()));
    } catch (error) {
      log.warn({ err: error }, 'the network does not say until when it takes no new conversations');
      tell({ type: 'limit', what: 'new', until: new Date(Date.now() + 15 * 60_000) });
    }
  }

  /** Sends under an id and waits for what the network says of it: written into a line that is dead, it went nowhere. */
  async function awaitTaken(link: WASocket, id: string, send: () => Promise<unknown>): Promise<void> {
    sendingIds.add(id);
    try {
      const answer = link.waitForMessage<BinaryNode | undefined>(id, timeoutMs);
      // Awaited below; should the sending fail first, nobody else listens.
      answer.catch(() => {});
      await send();
      const said = await answer;
      if (!said) throw new DriverError('unknown', 'the network does not say whether it took the message');
      const { error } = said.attrs;
      if (error === '463') void askLimits(link);
      if (error)
        throw new DriverError(
          error === '429' ? 'limited' : 'refused',
          `the network refused the message: ${error}`,
          undefined,
          error,
        );
    } finally {
      sendingIds.delete(id);
    }
  }

  return {
    awaitTaken,
    /** Whether a message is on its way to the network at this moment. */
    isBeingSent: (externalId: string): boolean => sendingIds.has(externalId),
  };
}
