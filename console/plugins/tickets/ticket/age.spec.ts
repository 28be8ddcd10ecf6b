import { expect, test } from 'vitest';
import { ageOf, waitingSpan } from './age.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const hour = 60;
const day = 24 * hour;

test.each([
  [0, undefined],
  [2.9, undefined],
  [3, { text: '3 min', colour: 'green' }],
  [10.9, { text: '10 min', colour: 'green' }],
  [11, undefined],
  [29.9, undefined],
  [30, { text: '30 min', colour: 'orange' }],
  [59.9, { text: '59 min', colour: 'orange' }],
  [hour, undefined],
  [hour + 0.5, { text: '1 h', colour: 'red' }],
  [2 * hour - 0.1, { text: '1 h', colour: 'red' }],
  [day - 0.1, { text: '23 h', colour: 'red' }],
  [day, { text: '1 d', colour: 'red' }],
  [9.5 * day, { text: '9 d', colour: 'red' }],
  // A clock that is behind the server's.
  [-5, undefined],
])(
  'says minutes in green, minutes in orange, hours and days in red, and nothing in between: %d min',
  (minutes, age) => {
    expect(ageOf(ago(minutes), now)).toEqual(age);
  },
);

test('a wait is told in hours and minutes', () => {
  expect(waitingSpan(ago(72), now)).toEqual({ hours: 1, minutes: 12 });
  expect(waitingSpan(ago(-1), now)).toEqual({ hours: 0, minutes: 0 });
});
