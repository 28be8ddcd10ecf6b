import { expect, test } from 'vitest';
import { addressKey, normalizeAddress } from './address.ts';

test.each([
  ['+55 (11) 98765-4321', '5511987654321'],
  ['11 98765-4321', '5511987654321'],
  ['(011) 98765-4321', '5511987654321'],
  ['0 15 11 3333-4444', '551133334444'],
  ['0055 11 98765-4321', '5511987654321'],
  ['00 1 212 555 0123', '12125550123'],
  ['00 21 55 11 98765-4321', '5511987654321'],
  ['0 11 98765', '01198765'],
  ['+1 212 555 0123', '12125550123'],
  ['5511987654321@s.whatsapp.net', '5511987654321'],
  ['123456@LID', '123456@lid'],
])('%s is stored as %s', (raw, stored) => {
  expect(normalizeAddress(raw)).toBe(stored);
});
test('a group keeps its id', () => {
  expect(normalizeAddress('5511999-16000', true)).toBe('5511999-16000');
});
test('Brazilian mobiles with and without the ninth digit are one', () => {
  expect(addressKey('5511987654321')).toBe(addressKey('551187654321'));
});
test('a mobile is never taken for somebody else’s landline', () => {
  expect(addressKey('5511934567890')).not.toBe(addressKey('551134567890'));
});
