import { expect, test } from 'vitest';
import { openingHour } from './opening.ts';

// Sunday, 22 November.
const firstDay = new Date(2026, 10, 22);
const at = (day: number, hour: number) => ({ start: new Date(2026, 10, day, hour, 30) });

test('a week opens at the earliest entry that it shows, at eight at the latest', () => {
  expect(openingHour([], { view: 'week', firstDay })).toBe(8);
  expect(openingHour([at(24, 14)], { view: 'week', firstDay })).toBe(8);
  expect(openingHour([at(24, 9), at(28, 6)], { view: 'week', firstDay })).toBe(6);
  // The weeks before and after are known as well.
  expect(openingHour([at(21, 3), at(29, 3), at(25, 7)], { view: 'week', firstDay })).toBe(7);
});

test('a week of work does not open at what stands on its Saturday or Sunday', () => {
  expect(openingHour([at(22, 4), at(28, 5), at(27, 7)], { view: 'work_week', firstDay })).toBe(7);
});
