import type { StateStore } from '../../domain/ports/state-store.ts';
import { businessSide } from './business-side.ts';
import { customerChanges } from './customer-changes.ts';
import { customerSide } from './customer-side.ts';
import { createPhoneChats } from './phone-chats.ts';
import { type PhoneFaultMode, type PhoneMessage, phoneFault } from './phone-events.ts';
import { phoneFaults } from './phone-faults.ts';
import { createPhoneInbox } from './phone-inbox.ts';

/**
 * Returns a pretend phone network, durable on the state port: what a customer sends stands in an inbox until the
 * gateway's driver says it is taken (at least once; message ids tell repeats), and every phone's chat can be looked at.
 * API routes and the driver may live in different processes: in one process `onDelivered` wakes the driver at once,
 * otherwise it polls. Numbers are reduced to their digits.
 * @param deps.now the clock (an instant in any form `Date` takes)
 * @param deps.newId unique ids
 */
export function createPhoneNetwork(deps: {
  state: StateStore;
  newId: () => string;
  now: () => Date | string | number;
}) {
  const { state, newId, now } = deps;
  const faults = phoneFaults(state);
  const inbox = createPhoneInbox(deps);
  const chats = createPhoneChats(state);
  const instant = () => new Date(now()).toISOString();

  return {
    ...customerSide({ chats, inbox, newId, instant }),
    ...customerChanges({ chats, inbox, instant }),
    ...businessSide({ chats, inbox, instant }),
    /** What that phone has sent and received, oldest first. */
    async chats(connectionId: string, number: string): Promise<readonly PhoneMessage[]> {
      return (await chats.list(connectionId, number)).map(({ order: _, ...message }) => message);
    },
    numbers: chats.numbers,
    async faults(connectionId: string, fault: { mode: PhoneFaultMode; count?: number }): Promise<void> {
      await faults.set(connectionId, phoneFault.parse(fault));
      await inbox.post(connectionId, { kind: 'fault' });
    },
    takeFault: faults.take,
    areFaultsDue: faults.areDue,
    inbox: inbox.inbox,
    taken: inbox.taken,
    onDelivered: inbox.onDelivered,
  };
}
export type PhoneNetwork = ReturnType<typeof createPhoneNetwork>;
