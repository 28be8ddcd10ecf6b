import { expect, test } from 'vitest';
import { aTicket } from '../ticket/fixtures.ts';
import { arrivals, handedOver, lastHanded, lastMessages } from './arrivals.ts';

const now = '2026-11-21T12:00:00.000Z';
const since = '2026-11-21T11:59:00.000Z';
const said = (id: string, messageId: string, over: object = {}) => {
  const { preview } = aTicket();
  if (preview === null) throw new Error('the fixture has a message');
  return aTicket({ id, preview: { ...preview, id: messageId, at: now, ...over } });
};
const ids = (tickets: readonly { id: string }[]) => tickets.map(({ id }) => id);

test('a new message of a contact is an arrival, in a new ticket too', () => {
  const before = lastMessages([said('t1', 'm1')]);
  expect(ids(arrivals(before, [said('t1', 'm2'), said('t2', 'm9')], undefined, since))).toEqual(['t1', 't2']);
});

test('what was there already is none', () => {
  const held = [said('t1', 'm1')];
  expect(arrivals(lastMessages(held), held, undefined, since)).toEqual([]);
});

test('the conversation being read needs no bell, and neither does an own message', () => {
  const before = lastMessages([]);
  expect(arrivals(before, [said('t1', 'm1')], 't1', since)).toEqual([]);
  expect(arrivals(before, [said('t1', 'm1', { fromMe: true })], undefined, since)).toEqual([]);
});

test('an old message that only came into sight is no news', () => {
  const old = said('t1', 'm1', { at: '2026-11-21T09:00:00.000Z' });
  expect(arrivals(lastMessages([]), [old], undefined, since)).toEqual([]);
});

const given = (id: string, at: string, userId = 'bruno') =>
  aTicket({ id, userId, handed: { user: { id: 'ana', name: 'Ana' }, at } });

test('a ticket handed to me is news, once', () => {
  const ticket = given('t1', now);
  expect(ids(handedOver(lastHanded([]), [ticket], 'bruno', since))).toEqual(['t1']);
  expect(handedOver(lastHanded([ticket]), [ticket], 'bruno', since)).toEqual([]);
  expect(ids(handedOver(lastHanded([given('t1', since)]), [ticket], 'bruno', since))).toEqual(['t1']);
});

test('a ticket of another, one nobody handed over, and one handed over long ago are none', () => {
  const tickets = [
    given('t1', now, 'carla'),
    aTicket({ id: 't2', userId: 'bruno' }),
    given('t3', '2026-11-21T09:00:00.000Z'),
  ];
  expect(handedOver(lastHanded([]), tickets, 'bruno', since)).toEqual([]);
});
