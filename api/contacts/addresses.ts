import { channelOf } from '../../channels/known.ts';
import { ownAddress } from '../../domain/contact/address.ts';

/** Returns where a contact with these stored addresses is reached on channels with their own, as each of them writes it. */
export const ownAddresses = (
  stored: readonly string[],
): readonly { readonly channel: string; readonly address: string }[] =>
  stored.flatMap((one) => {
    const own = ownAddress(one);
    if (own === undefined) return [];
    const addresses = channelOf(own.kind)?.addresses;
    const address = typeof addresses === 'object' ? addresses.display(own.address) : own.address;
    return [{ channel: own.kind, address }];
  });

/** Returns a stored address as people read it: a number as it is, of a channel with its own as that writes it. */
export const shownAddress = (stored: string): string => ownAddresses([stored])[0]?.address ?? stored;
