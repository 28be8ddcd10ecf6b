import { expect, test } from 'vitest';
import { digitsOf, maskPhone } from './phone.ts';

test.each([
  ['', ''],
  ['1', '(1'],
  ['119', '(11) 9'],
  ['1195550', '(11) 95550'],
  ['119555001', '(11) 95550-01'],
  ['1132104567', '(11) 3210-4567'],
  ['11955500166', '(11) 95550-0166'],
  ['(11) 95550-01667', '(11) 95550-0166'],
  ['+55', '(55'],
])('%s is written %s', (typed, written) => {
  expect(maskPhone(typed)).toBe(written);
});
test('what is sent are its digits, at most eleven', () => {
  expect(digitsOf('(11) 95550-0166 77')).toBe('11955500166');
});
