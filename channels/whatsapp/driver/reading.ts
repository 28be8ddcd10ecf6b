import { type BinaryNode, getBinaryNodeChildren, type WAMessage } from 'baileys';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import type { DriverEvent } from '../../../gateway/driver/driver.ts';
import { addressesOf } from './addresses.ts';
import { readEvent } from './inbound-message.ts';

/** Returns what reads messages; of those that nobody would see if they could be read nobody is told that they cannot. */
export function createReading() {
  const hiddenMessages = boundedCache<true>(1_000);
  return {
    /** A reaction, a vote or an edit that cannot be decrypted says so in its envelope, which Baileys does not hand over. */
    heard(stanza: BinaryNode): void {
      if (getBinaryNodeChildren(stanza, 'enc').some(({ attrs }) => attrs['decrypt-fail'] === 'hide'))
        hiddenMessages.set(stanza.attrs.id ?? '', true);
    },
    /** Returns what a message tells. Undefined: nothing that anybody is to know. */
    read(message: WAMessage, groupName?: string): DriverEvent | undefined {
      try {
        const isHidden = message.category === 'peer' || hiddenMessages.has(message.key.id ?? '');
        if (!message.message && isHidden) return undefined;
        const event = readEvent(message, () => groupName);
        return isHidden && event?.type === 'message' && event.message.extra?.unreadable ? undefined : event;
      } catch (error) {
        // Those that came with it must not be lost for it.
        const addresses = addressesOf(message.key.remoteJid, message.key.remoteJidAlt);
        return { type: 'unread', addresses, externalId: message.key.id ?? '', error };
      }
    },
  };
}
