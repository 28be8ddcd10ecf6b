/**
 * A pretend phone network for trying the desk out: its phones lie in the state store, are written on from the screen, and
 * fail when they are told to.
 */

import type { PhoneBookEntry } from '../../messaging/phone-book.ts';

/** Who stands in the address book of every pretend phone. Numbers that end in 95550-9xxx belong to nobody else's demo. */
export const pretendAddressBook: readonly PhoneBookEntry[] = [
  { number: '5511955509101', name: 'Alzira Monteiro' },
  { number: '5511955509102', name: 'Bento Carvalho' },
  { number: '5521955509103', name: 'Cecília Amaral' },
  { number: '5531955509104', name: 'Davi Lacerda' },
  { number: '5541955509105', name: 'Elis Machado' },
  { number: '5551955509106', name: 'Oficina do Norte' },
];
