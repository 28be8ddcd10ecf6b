import { expect, test } from 'vitest';
import { daysUntil, isWarned } from './subscription-warning.tsx';

const now = new Date(2026, 10, 21, 23, 59);

test.each([
  ['2026-11-20', -1, false],
  ['2026-11-21', 0, true],
  ['2026-11-22', 1, true],
  ['2026-11-25', 4, true],
  ['2026-11-26', 5, false],
  ['2027-01-01', 41, false],
])('warns from four days on, counted by days of the calendar: %s', (dueDate, days, warned) => {
  expect(daysUntil(dueDate, now)).toBe(days);
  expect(isWarned(days)).toBe(warned);
});
