import { expect, test } from 'vitest';
import { dueOf } from './due.ts';

test.each([
  ['2026-11-18', -5, 'late'],
  ['2026-11-19', -4, 'late'],
  ['2026-11-20', -3, 'near'],
  ['2026-11-23', 0, 'near'],
  ['2026-11-27', 4, 'near'],
  ['2026-11-28', 5, 'soon'],
  ['2026-11-30', 7, 'soon'],
  ['2026-12-01', 8, 'fine'],
] as const)('a due date of %s is %i days from today and %s', (dueDate, days, urgency) => {
  expect(dueOf({ dueDate }, '2026-11-23')).toEqual({ days, urgency });
});

test('without a due date nothing presses', () => {
  expect(dueOf({ dueDate: null }, '2026-11-23').urgency).toBe('endless');
});
