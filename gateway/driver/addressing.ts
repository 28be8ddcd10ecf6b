import type { Channel } from '../../channels/channel.ts';
import { channelAddress, ownAddress } from '../../domain/contact/address.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { DriverChange, DriverEvent } from './driver.ts';

/** Between addresses as a channel writes them and as they are stored. Nothing else in the gateway knows the difference. */
export interface Addressing {
  /** Returns an address that the network gave as it is stored; '' for what is none. */
  stored(givenAddress: string, isGroup?: boolean): string;
  /** Returns a stored address as the channel writes it; undefined: it is another channel's. */
  written(storedAddress: string): string | undefined;
  /** Returns where on this channel a contact is reached, as the channel writes it. */
  of(contact: Pick<ContactDocument, 'number' | 'aliases'>): string | undefined;
  /** Returns how a name is made up of a stored address. */
  shown(storedAddress: string): string;
}

/**
 * Bare, in the spelling that the desk finds: who changes a message does not say whether its chat is a group. What another
 * channel's stored address looks like no network may give.
 */
const telephone: Addressing = {
  stored: (given) => given.replaceAll(':', ''),
  written: (stored) => (ownAddress(stored) ? undefined : stored),
  of: ({ number, aliases }) => number || aliases.find((alias) => !ownAddress(alias)),
  shown: () => '',
};

export function addressingOf({ kind, addresses }: Pick<Channel, 'kind' | 'addresses'>): Addressing {
  if (addresses === 'telephone') return telephone;
  const written = (stored: string) => {
    const own = ownAddress(stored);
    return own?.kind === kind ? own.address : undefined;
  };
  return {
    stored(given, isGroup = false) {
      const address = addresses.normalise(given, isGroup);
      return address && channelAddress(kind, address);
    },
    written,
    of: ({ aliases }) => aliases.map(written).find((address) => address !== undefined),
    shown: (stored) => addresses.display(written(stored) ?? stored),
  };
}

/** Returns an event of a driver with its addresses as they are stored. */
export function withStoredAddresses(event: DriverEvent, { stored, shown }: Addressing): DriverEvent {
  const all = (given: readonly string[], isGroup?: boolean) =>
    given.map((address) => stored(address, isGroup)).filter((address) => address !== '');
  const changed = <T extends Pick<DriverChange, 'addresses'> & Partial<DriverChange>>(change: T): T => ({
    ...change,
    addresses: all(change.addresses),
    ...(change.author && { author: all(change.author) }),
  });
  if ('addresses' in event) return changed(event);
  if (event.type === 'group')
    return { ...event, group: { ...event.group, address: stored(event.group.address, true) } };
  if (event.type !== 'message') return event;
  const { message } = event;
  const { participant } = message;
  const addresses = all(message.addresses, message.isGroup);
  return {
    ...event,
    message: {
      ...message,
      addresses,
      name: message.name || shown(addresses[0] ?? ''),
      ...(participant && { participant: { ...participant, number: stored(participant.number) } }),
    },
  };
}
