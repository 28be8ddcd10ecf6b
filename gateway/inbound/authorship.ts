import { addressKey, belongsTo, storedAddress } from '../../domain/contact/address.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { DriverChange } from '../driver/driver.ts';

const keyOf = (address: string) => addressKey(storedAddress(address));

type Known = Pick<ContactDocument, 'number' | 'aliases' | 'isGroup'>;

/**
 * Returns whether who makes a change is who wrote the message it names: in its chat, of its direction and, in a group,
 * the same member. The network carries any id a client of the sender's own making puts in; nobody else looks.
 */
export function isAuthor(
  change: DriverChange,
  message: Pick<MessageDocument, 'fromMe' | 'participant'>,
  contact: Known,
): boolean {
  if (change.fromMe !== message.fromMe) return false;
  if (!belongsTo(change.addresses, contact)) return false;
  if (!contact.isGroup || message.fromMe) return true;
  const member = message.participant && keyOf(message.participant.number);
  return change.author?.some((address) => keyOf(address) === member) ?? false;
}

/** Returns whether somebody of the message's own conversation does something to it: a member of no other chat does. */
export const isOfChat = (change: DriverChange, _message: unknown, contact: Known): boolean =>
  belongsTo(change.addresses, contact);
