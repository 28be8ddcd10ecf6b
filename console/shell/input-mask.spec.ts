import { expect, test } from 'vitest';
import { applyMask, dayMask, timeMask } from './input-mask.ts';

test.each([
  ['0', '0'],
  ['01', '01'],
  ['011', '01/1'],
  ['01112026', '01/11/2026'],
  ['011120269', '01/11/2026'],
  ['1/', '01/'],
  ['1/2/2026', '01/02/2026'],
  ['1.2.2026', '01/02/2026'],
  ['01/1', '01/1'],
  ['abc', ''],
  ['', ''],
])('the day that is typed as %j is shown as %j', (typed, shown) => {
  expect(applyMask(dayMask, typed)).toBe(shown);
});

test.each([
  ['21/11/2026', '2026-11-21'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2026', undefined],
  ['00/01/2026', undefined],
  ['01/13/2026', undefined],
  ['01/01/0026', undefined],
  ['01/11/202', undefined],
])('%s is the day %s', (text, day) => {
  expect(dayMask.read(text)).toBe(day);
  if (day !== undefined) expect(dayMask.write(day)).toBe(text);
});

test.each([
  ['9:', '09:'],
  ['930', '93:0'],
  ['0930', '09:30'],
])('the time that is typed as %j is shown as %j', (typed, shown) => {
  expect(applyMask(timeMask, typed)).toBe(shown);
});

test.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['12:60', false],
  ['9:30', false],
])('%s is a time: %s', (text, is) => {
  expect(timeMask.read(text) === text).toBe(is);
});
