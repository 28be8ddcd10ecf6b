import { addressKey, normalizeAddress } from '../domain/contact/address.ts';
import type { ContactDocument, MessageDocument } from '../projections/documents.ts';
import type { DriverChange } from './driver.ts';

const keyOf = (address: string, isGroup: boolean) => addressKey(normalizeAddress(address, isGroup));

/**
 * Returns whether who makes a change is who wrote the message it names: in its chat, of its direction and, in a group,
 * the same member. The network carries any id a client of the sender's own making puts in; nobody else looks.
 */
export function isAuthor(
  change: DriverChange,
  message: Pick<MessageDocument, 'fromMe' | 'participant'>,
  contact: Pick<ContactDocument, 'number' | 'aliases' | 'isGroup'>,
): boolean {
  if (change.fromMe !== message.fromMe) return false;
  const { isGroup } = contact;
  const known = new Set([contact.number, ...contact.aliases].map((address) => keyOf(address, isGroup)));
  if (!change.addresses.some((address) => known.has(keyOf(address, isGroup)))) return false;
  if (!isGroup || message.fromMe) return true;
  const member = message.participant && keyOf(message.participant.number, false);
  return change.author?.some((address) => keyOf(address, false) === member) ?? false;
}
