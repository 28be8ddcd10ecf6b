import { dropPairingNumber, dropQrCode, saveQrCode } from '../../messaging/pairing.ts';
import { keepPhoneBook } from '../../messaging/phone-book.ts';
import { withStoredAddresses } from '../driver/addressing.ts';
import { cleanEvent } from '../driver/clean-event.ts';
import type { DriverEvent, DriverHandler } from '../driver/driver.ts';
import type { Inbound } from '../inbound/inbound.ts';
import type { Pacer } from '../outbound/pacer.ts';
import type { createReceipts } from '../outbound/receipts.ts';
import type { createPresence } from '../presence/presence.ts';
import type { Reconnection } from './reconnection.ts';
import type { SessionScope } from './scope.ts';
import type { StatusReports } from './status-report.ts';

type OpenStatus = Exclude<Extract<DriverEvent, { type: 'status' }>, { status: 'closed' }>;

/** Returns what hands each event of a session's driver, cleaned and by stored addresses, to the part it is for. */
export function createDispatch(
  scope: Pick<SessionScope, 'connectionId' | 'state' | 'link' | 'addressing' | 'log' | 'signal'>,
  parts: {
    readonly inbound: Inbound;
    readonly receipts: ReturnType<typeof createReceipts>;
    readonly presence: Pick<ReturnType<typeof createPresence>, 'connected' | 'contact'>;
    readonly pacer: Pick<Pacer, 'limit'>;
    readonly reports: StatusReports;
    readonly reconnection: Reconnection;
  },
): DriverHandler {
  const { connectionId, state, link, addressing, log, signal } = scope;
  const { inbound, receipts, presence, pacer, reports, reconnection } = parts;

  function statusChanged(event: OpenStatus): void {
    if (event.status === 'connected') {
      reconnection.succeeded();
      presence.connected();
      link.set(true);
      void dropQrCode(state, connectionId).catch(() => false);
      void dropPairingNumber(state, connectionId).catch(() => false);
      void reports.report({ status: 'CONNECTED', number: event.number });
    } else if (event.status === 'pairing') void reports.report({ status: 'PAIRING' });
    else if (reconnection.retries === 0) {
      // While it keeps failing it stays 'disconnected': two events a try would only fill the log.
      void reports.report({ status: 'OPENING' });
    }
  }

  return async (given: DriverEvent): Promise<void> => {
    // Whoever has the lease now is given it again by the network.
    if (signal.aborted) throw new Error('the session has ended');
    const event = withStoredAddresses(cleanEvent(given), addressing);
    switch (event.type) {
      case 'message':
        return inbound.message(event.message);
      case 'unread':
        return inbound.unread(event);
      case 'edit':
        return inbound.edit(event);
      case 'delete':
        return inbound.delete(event);
      case 'reaction':
        return inbound.reaction(event);
      case 'vote':
        return inbound.vote(event);
      case 'refused':
        return receipts.refused(event.externalId, event.code);
      case 'receipt':
        return receipts.handle(event.externalIds, event.ack);
      case 'group':
        return inbound.group(event.group, event.formerName);
      case 'presence':
        return presence.contact(event.addresses, event.doing);
      case 'identity':
        return inbound.identity(event.addresses);
      case 'limit':
        log.warn({ what: event.what, until: event.until }, 'the network limits what this number may send');
        return pacer.limit(event.what, event.until);
      case 'addressBook':
        return keepPhoneBook(state, connectionId, event.entries);
      case 'qr':
        await saveQrCode(state, connectionId, event);
        void reports.report({ status: 'qrcode', qrAttempt: event.attempt });
        return;
      case 'unpairable':
        // Whoever waits for the code reads why, and asks for another way.
        await dropPairingNumber(state, connectionId);
        return void reports.report({ status: 'TIMEOUT', reason: `unpairable (${event.detail})` });
      case 'status':
        if (event.status === 'closed') void reconnection.closed(event);
        else statusChanged(event);
    }
  };
}
