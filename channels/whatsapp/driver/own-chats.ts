import type { BinaryNode, WAMessage } from 'baileys';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';

/**
 * Returns what knows both addresses of whom the company's own phone writes to. Baileys looks for the other one by how the
 * writer is addressed, and for the writer's before the receiver's: of a chat with a hidden id it finds none, or our own.
 */
export function createOwnChats() {
  const otherAddresses = boundedCache<string>(1_000);
  return {
    /** To be called before Baileys reads it. */
    heard({ tag, attrs }: Partial<BinaryNode>): void {
      if (tag !== 'message' || !attrs?.id || !attrs.recipient) return;
      const other = attrs.recipient.endsWith('@lid')
        ? (attrs.peer_recipient_pn ?? attrs.recipient_pn)
        : (attrs.peer_recipient_lid ?? attrs.recipient_lid);
      otherAddresses.set(attrs.id, other ?? '');
    },
    /** Returns the message with the address beside the one it names, as the network told it. */
    complete(message: WAMessage): WAMessage {
      const { key } = message;
      const other = key.fromMe ? otherAddresses.get(key.id ?? '') : undefined;
      if (other === undefined || other === (key.remoteJidAlt ?? '')) return message;
      const { remoteJidAlt: _, ...rest } = key;
      return { ...message, key: other === '' ? rest : { ...rest, remoteJidAlt: other } };
    },
  };
}
