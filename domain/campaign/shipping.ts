import type { Command } from '../command.ts';
import type { Decider } from '../kernel/decider.ts';
import { type ShippingEvent, shippingEvents } from './events.ts';

type LeftOut = Extract<ShippingEvent, { type: 'CampaignRecipientLeftOut' }>['data'];
type ShippingCommand = Command<'LeaveOutRecipient', LeftOut>;
type ShippingState = { readonly status: 'absent' } | { readonly status: 'left out' };

/** A recipient who is not written to: a stream each, so that no stream grows with a campaign's recipients. */
export const shippingDecider: Decider<ShippingState, ShippingCommand, ShippingEvent> = {
  category: 'shipping',
  types: new Set(Object.keys(shippingEvents)),
  initial: { status: 'absent' },
  decide: ({ data }, { status }) => (status === 'absent' ? [{ type: 'CampaignRecipientLeftOut', data }] : []),
  evolve: () => ({ status: 'left out' }),
};
