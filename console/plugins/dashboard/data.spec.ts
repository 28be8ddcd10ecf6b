import { expect, test } from 'vitest';
import { duration, rangeOf, todayIn } from './data.ts';

test('a day is that of the company, not of the browser', () => {
  const late = new Date('2026-11-02T02:00:00.000Z');
  expect(todayIn('America/Sao_Paulo', late)).toBe('2026-11-01');
  expect(todayIn('Asia/Tokyo', late)).toBe('2026-11-02');
});

test.each([
  [0, '0', 'min'],
  [13.6, '14', 'min'],
  [59.6, '1h00', ''],
  [65, '1h05', ''],
  [60 * 250, '250', 'h'],
])('%d minutes are %s %s', (minutes, value, unit) => {
  expect(duration(minutes)).toEqual({ value, unit });
});

test.each([
  [{ days: 1 }, { from: '2026-03-01', to: '2026-03-01' }],
  [{ days: 30 }, { from: '2026-01-31', to: '2026-03-01' }],
  [
    { from: '2026-02-01', to: '2026-02-03' },
    { from: '2026-02-01', to: '2026-02-03' },
  ],
])('the days of %j, today being the first of March: %j', (period, range) => {
  expect(rangeOf(period, '2026-03-01')).toEqual(range);
});
