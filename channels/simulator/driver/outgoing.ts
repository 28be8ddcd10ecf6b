import { sleep } from '../../../domain/kernel/retry.ts';
import type { Media } from '../../../domain/ticket/events.ts';
import { type Driver, DriverError } from '../../../gateway/driver/driver.ts';
import type { PhoneNetwork } from '../phone-network.ts';

/** How long a file takes that is to be slow. */
export const slowFileMs = 10_000;

/** Gives no answer at all: the network took the message and never says so. The link's end ends the waiting. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/**
 * Returns what the business sends to pretend phones and changes there, with the faults that were asked for.
 * @param deps.online gives what ends with the link @throws DriverError where there is none
 */
export function outgoing(deps: {
  readonly phones: PhoneNetwork;
  readonly connectionId: string;
  readonly online: () => AbortSignal;
}): Pick<Driver, 'send' | 'edit' | 'delete' | 'react'> {
  const { phones, connectionId, online } = deps;

  async function refusable(what: string): Promise<void> {
    if (await phones.takeFault(connectionId, 'refuse'))
      throw new DriverError('refused', `the network refused the ${what}`);
  }

  return {
    async send(message, told) {
      const signal = online();
      const mayFail = await phones.areFaultsDue(connectionId);
      if (mayFail && message.media && (await phones.takeFault(connectionId, 'slowFile')))
        for (let tenths = 0; tenths < 10 && !signal.aborted; tenths++) {
          told?.(tenths / 10);
          await sleep(slowFileMs / 10, signal);
        }
      if (mayFail) await refusable('message');
      const silent = mayFail && (await phones.takeFault(connectionId, 'silent'));
      online();
      const { open: _, ...file } = message.media ?? {};
      await phones.accept(connectionId, message.to, {
        externalId: message.externalId,
        body: message.body,
        mediaType: message.mediaType,
        ...(message.media ? { media: file as Media } : {}),
        ...(message.quoted ? { quotedId: message.quoted.externalId } : {}),
      });
      if (silent) await never(signal);
      signal.throwIfAborted();
    },
    async edit(target) {
      online();
      await refusable('edit');
      await phones.editByBusiness(connectionId, target.to, target.externalId, target.body);
    },
    async delete(target) {
      online();
      await refusable('deletion');
      await phones.deleteByBusiness(connectionId, target.to, target.externalId);
    },
    async react(target) {
      online();
      await refusable('reaction');
      await phones.reactByBusiness(connectionId, target.to, target.externalId, target.emoji);
    },
  };
}
