import { expect, test } from 'vitest';
import { bytesIn, isNear, shareOf } from './usage.ts';

test.each([
  [0, '0 byte'],
  [1_023, '1.023 byte'],
  [5 * 1024 ** 2, '5 MB'],
  [1.25 * 1024 ** 3, '1,3 GB'],
  [50 * 1024 ** 3, '50 GB'],
  [3 * 1024 ** 5, '3.072 TB'],
])('%i bytes are said as people say them', (bytes, said) => {
  expect(bytesIn(bytes, 'pt').replace(/bytes?/, 'byte')).toBe(said);
});

test('a limit comes near at four fifths; where there is none, nothing does', () => {
  expect([0.5, 0.79, 0.8, 1, 2].map((share) => isNear({ used: share * 100, limit: 100 }))).toEqual([
    ...[false, false, true, true, true],
  ]);
  expect(isNear({ used: 1e9, limit: 0 })).toBe(false);
  expect(shareOf({ used: 300, limit: 100 })).toBe(1);
});
