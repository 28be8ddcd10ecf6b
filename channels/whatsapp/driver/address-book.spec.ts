import { expect, it } from 'vitest';
import { addressBookOf } from './address-book.ts';

it('the address book is people with a number and a name, the saved name before the given one', () => {
  expect(
    addressBookOf([
      { id: '5511955500142@s.whatsapp.net', name: ' Marina ', notify: 'mari' },
      { id: '123456789012345@lid', phoneNumber: '5511955500143@s.whatsapp.net', notify: 'João' },
      { id: '123456789012346@lid', name: 'No number' },
      { id: '5511955500144@s.whatsapp.net' },
      { id: '120363000000000000@g.us', name: 'A group' },
      { id: '5511955500145:3@s.whatsapp.net', verifiedName: 'Loja Dois' },
    ]),
  ).toEqual([
    { number: '5511955500142', name: 'Marina' },
    { number: '5511955500143', name: 'João' },
    { number: '5511955500145', name: 'Loja Dois' },
  ]);
});
