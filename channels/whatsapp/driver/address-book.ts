import type { Contact } from 'baileys';
import type { PhoneBookEntry } from '../../../messaging/phone-book.ts';
import { addressOf, isGroup } from './addresses.ts';

/** Returns those with a number and a name. The name saved on the phone says more than the one people give themselves. */
export const addressBookOf = (contacts: readonly Partial<Contact>[]): PhoneBookEntry[] =>
  contacts.flatMap(({ id, phoneNumber, name, verifiedName, notify }) => {
    const number = [phoneNumber, id]
      .filter((jid) => !isGroup(jid))
      .map(addressOf)
      .find((address) => address !== undefined && /^\d{8,20}$/.test(address));
    const called = (name ?? verifiedName ?? notify ?? '').trim();
    return number === undefined || called === '' ? [] : [{ number, name: called }];
  });
