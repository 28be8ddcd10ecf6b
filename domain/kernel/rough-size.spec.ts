import { expect, test } from 'vitest';
import { roughSize } from './rough-size.ts';

test.each([
  ['a text', 'x'.repeat(65_536)],
  ['a text deep inside', { a: [{ b: { c: 'x'.repeat(65_536) } }] }],
  ['many short ones', { list: Array.from({ length: 6_554 }, () => 'x'.repeat(10)) }],
])('%s of 64 K letters takes at least so much, and not twice', (_, value) => {
  expect(roughSize(value)).toBeGreaterThanOrEqual(65_536);
  expect(roughSize(value)).toBeLessThan(2 * 65_536);
});

test('what has no letters takes little', () => {
  for (const value of [null, undefined, 1, true, {}, []]) expect(roughSize(value)).toBeLessThan(20);
});
