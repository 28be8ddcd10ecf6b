import { expect, it } from 'vitest';
import { endOf } from './ending.ts';
import { hourly } from './pace.ts';

const pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 };
const zone = 'America/Sao_Paulo';
const from = { at: '2026-11-23T17:16:00.000Z', others: [], quietIn: null };

it('an hour has as many as the pauses allow; without any nobody can say', () => {
  expect(hourly(pace)).toBe(163);
  expect(hourly({ messageInterval: 15, longerIntervalAfter: 0, greaterInterval: 60 })).toBe(240);
  expect(hourly({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 })).toBeNull();
});

it('ends when the last one is written to; where nobody waits, or no pause is, nothing is said', () => {
  expect(endOf(pace, { ...from, waiting: 100 })).toBe('2026-11-23T17:52:40.000Z');
  expect(endOf(pace, { ...from, waiting: 0 })).toBeNull();
  expect(
    endOf({ messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 }, { ...from, waiting: 9 }),
  ).toBeNull();
});

it('shares its connection with others in turn: of each as many go out meanwhile as there are, and no more', () => {
  const each = { messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 0 };
  expect(endOf(each, { ...from, waiting: 60, others: [6, 6_000] })).toBe('2026-11-23T17:37:00.000Z');
});

it.each([
  ['on the same day', 60, '2026-11-23T18:16:00.000Z'],
  ['to the minute at which the night begins', 344, '2026-11-23T23:00:00.000Z'],
  ['on the next morning', 345, '2026-11-24T11:01:00.000Z'],
  ['on the evening after', 344 + 720, '2026-11-24T23:00:00.000Z'],
  ['days later', 344 + 3 * 720 + 1, '2026-11-27T11:01:00.000Z'],
])('sleeps from 20 h to 8 h of the company: %s', (_name, minutes, end) => {
  const each = { messageInterval: 15, longerIntervalAfter: 0, greaterInterval: 0 };
  expect(endOf(each, { ...from, waiting: minutes * 4, quietIn: zone })).toBe(end);
});

it('begins at the end of the night that it is asked in, and goes by the calendar where clocks are changed', () => {
  const each = { messageInterval: 15, longerIntervalAfter: 0, greaterInterval: 0 };
  const night = { ...from, at: '2026-11-24T02:00:00.000Z', quietIn: zone };
  expect(endOf(each, { ...night, waiting: 4 })).toBe('2026-11-24T11:01:00.000Z');
  // Lisbon goes from summer time in the night to 25 October 2026: eight o’clock is an hour later in UTC.
  const lisbon = { ...from, at: '2026-10-24T18:30:00.000Z', quietIn: 'Europe/Lisbon' };
  expect(endOf(each, { ...lisbon, waiting: 4 * 31 })).toBe('2026-10-25T08:01:00.000Z');
});
