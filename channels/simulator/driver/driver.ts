import { createHash } from 'node:crypto';
import { newId } from '../../../domain/kernel/ids.ts';
import { sleep } from '../../../domain/kernel/retry.ts';
import { type Driver, type DriverContext, DriverError } from '../../../gateway/driver/driver.ts';
import type { DriverDeps } from '../../../gateway/driver/driver-deps.ts';
import { pretendAddressBook } from '../address-book.ts';
import { phoneNumber } from '../phone-chats.ts';
import type { PhoneEvent } from '../phone-events.ts';
import { createPhoneNetwork } from '../phone-network.ts';
import { driverEvent } from './driver-event.ts';
import { pumpInbox } from './inbox-pump.ts';
import { outgoing, slowFileMs } from './outgoing.ts';

/** Returns a number to show for a pretend connection: the same one always. */
const numberOf = (connectionId: string): string => {
  const digits =
    BigInt(`0x${createHash('sha256').update(connectionId).digest('hex').slice(0, 12)}`) % 10n ** 8n;
  return `55119${String(digits).padStart(8, '0')}`;
};

/** Returns a link to the pretend phone network. */
export function openDriver(
  context: DriverContext,
  { state, media }: Pick<DriverDeps, 'state' | 'media'>,
): Driver {
  const { connectionId, companyId, handler, log } = context;
  const phones = createPhoneNetwork({ state, newId, now: () => new Date() });
  let link: AbortController | undefined;

  function drop(detail: string): void {
    if (!link) return;
    link.abort(new DriverError('offline', detail));
    link = undefined;
    handler({ type: 'status', status: 'closed', cause: 'lost', detail }).catch((error: unknown) =>
      log.error({ err: error, connectionId }, 'the end of the link was not handled'),
    );
  }

  async function handle(event: PhoneEvent): Promise<void> {
    if (event.kind === 'fault') {
      if (await phones.takeFault(connectionId, 'disconnect')) drop('the network dropped the link');
      return;
    }
    await handler(driverEvent(event, context.takesCalls));
  }

  function online(): AbortSignal {
    if (!link) throw new DriverError('offline', 'there is no link');
    if (!context.mayAct()) throw new DriverError('offline', 'the lease may have passed on');
    return link.signal;
  }

  return {
    idempotentSend: true,
    externalIdOf: (messageId) => messageId,
    async connect() {
      if (link) return;
      await handler({ type: 'status', status: 'opening' });
      if (await phones.takeFault(connectionId, 'disconnect')) {
        await handler({
          type: 'status',
          status: 'closed',
          cause: 'lost',
          detail: 'the network refused the link',
        });
        return;
      }
      link = new AbortController();
      const { signal } = link;
      await handler({ type: 'status', status: 'connected', number: numberOf(connectionId) });
      await handler({ type: 'addressBook', entries: pretendAddressBook });
      void pumpInbox({ phones, connectionId, handle, log, signal });
    },
    async disconnect() {
      link?.abort(new DriverError('offline', 'disconnected'));
      link = undefined;
    },
    ...outgoing({ phones, connectionId, online }),
    async checkNumber(number) {
      return phones.exists(number) ? { exists: true, number: phoneNumber(number) } : { exists: false };
    },
    async downloadMedia(handle, signal) {
      if (await phones.takeFault(connectionId, 'loseFile'))
        throw new DriverError('refused', 'the network has lost the file', undefined, 'later');
      if (await phones.takeFault(connectionId, 'slowFile')) await sleep(slowFileMs, signal);
      signal.throwIfAborted();
      return media.open(companyId, handle);
    },
  };
}
