import { expect, test } from 'vitest';
import { given } from '../../testing/decider.ts';
import { contactDecider } from './contact.ts';
import type { ContactEvent } from './events.ts';

const created = (number: string): ContactEvent => ({
  type: 'ContactCreated',
  data: {
    contactId: 'k1',
    name: 'Carla',
    number,
    email: 'carla@example.org',
    extraInfo: [],
    isGroup: false,
    origin: 'inbound',
  },
});
const meet = (...addresses: readonly string[]) =>
  ({
    type: 'RegisterInboundContact',
    data: { contactId: 'k1', addresses, name: 'Somebody', isGroup: false, origin: 'inbound' },
  }) as const;

test('a contact whose number is known keeps it: another number it writes from is one more address', () => {
  const carla = given(contactDecider)(created('5511955500142'));
  const another = [{ type: 'ContactAliasAdded', data: { contactId: 'k1', alias: '5521933300111' } }];
  expect(carla.when(meet('5521933300111')).events()).toEqual(another);
  expect(carla.when(meet('5521933300111', '5511955500142')).events()).toEqual(another);
  expect(carla.when(meet('5511955500142', '5521933300111')).events()).toEqual(another);
  expect(carla.when(meet('5511955500142')).events()).toEqual([]);
});

test('a contact of whom only the hidden id was known gets its number, and keeps what people wrote about it', () => {
  const carla = given(contactDecider)(created(''), {
    type: 'ContactAliasAdded',
    data: { contactId: 'k1', alias: '99@lid' },
  });
  expect(carla.when(meet('99@lid', '5511955500142')).events()).toEqual([
    {
      type: 'ContactUpdated',
      data: {
        contactId: 'k1',
        name: 'Carla',
        number: '5511955500142',
        email: 'carla@example.org',
        extraInfo: [],
      },
    },
  ]);
});
