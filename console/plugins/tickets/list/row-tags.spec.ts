import { expect, test } from 'vitest';
import { tagsBeside } from './row-tags.ts';

const alone = { pending: false, withUser: false, watched: false, chips: 0 };

test('with nothing else in the line two tags have room', () => {
  expect(tagsBeside(alone)).toBe(2);
});

test('each thing beside them costs one, so that queue and connection can be read', () => {
  expect(tagsBeside({ ...alone, pending: true })).toBe(1);
  expect(tagsBeside({ ...alone, withUser: true })).toBe(1);
  expect(tagsBeside({ ...alone, watched: true })).toBe(1);
  expect(tagsBeside({ ...alone, pending: true, watched: true })).toBe(0);
  expect(tagsBeside({ ...alone, chips: 1 })).toBe(1);
  expect(tagsBeside({ pending: true, withUser: true, watched: true, chips: 2 })).toBe(0);
});
