import { expect, it } from 'vitest';
import { areFieldsSame, isSame, isSameSet } from './same.ts';

it('a value that is missing is as null, a field that is missing is not', () => {
  expect(isSame(undefined, null)).toBe(true);
  expect(isSame({ a: 1 }, { a: 2 })).toBe(false);
  expect(areFieldsSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(areFieldsSame({ a: 1 }, { a: 1, b: null })).toBe(false);
  expect(areFieldsSame({ a: 1, b: null }, { a: 1 })).toBe(false);
});

it('a set is the same in any order, and however often one is named', () => {
  expect(isSameSet(['a', 'b'], ['b', 'a', 'a'])).toBe(true);
  expect(isSameSet(['a', 'b'], ['a', 'c'])).toBe(false);
  expect(isSameSet(['a'], ['a', 'b'])).toBe(false);
});
