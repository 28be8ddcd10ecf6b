import { expect, it } from 'vitest';
import { nextOpening } from './opening.ts';

const day = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime });
const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const daily = (startTime: string, endTime: string) => names.map((name) => day(name, startTime, endTime));
const opens = (hours: Parameters<typeof nextOpening>[0], from: string, zone = 'America/Sao_Paulo') =>
  nextOpening(hours, new Date(from), zone)?.toISOString();
const shop = [
  day('monday', '08:15', '18:00'),
  day('friday', '08:15', '18:00'),
  day('sunday', '00:00', '00:00'),
];

it.each([
  ['while it is open: then', '2026-11-02T12:00:00.000Z', '2026-11-02T12:00:00.000Z'],
  ['before it opens: that day', '2026-11-02T05:00:00.000Z', '2026-11-02T11:15:00.000Z'],
  ['after it closed: its next day', '2026-11-02T21:00:00.000Z', '2026-11-06T11:15:00.000Z'],
  ['late at night, already the next day in UTC', '2026-11-02T01:30:00.000Z', '2026-11-02T11:15:00.000Z'],
  ['over the weekend', '2026-11-07T15:00:00.000Z', '2026-11-09T11:15:00.000Z'],
])('it opens %s', (_when, from, expected) => {
  expect(opens(shop, from)).toBe(expected);
});

it('open one day a week, a week later', () => {
  expect(opens([day('monday', '08:00', '09:00')], '2026-11-02T12:30:00.000Z')).toBe(
    '2026-11-09T11:00:00.000Z',
  );
});

it('never, where every day is closed; always, where nobody said when', () => {
  expect(opens(daily('00:00', '00:00'), '2026-11-02T12:00:00.000Z')).toBeUndefined();
  expect(opens([], '2026-11-02T03:00:00.000Z')).toBe('2026-11-02T03:00:00.000Z');
});

it.each([
  // Clocks go from 2:00 to 3:00 on 8 March 2026: at 3:00 it is past half past two.
  ['an hour that does not exist', '02:30', '12:00', '2026-03-08T06:00:00.000Z', '2026-03-08T07:00:00.000Z'],
  ['the hour after it', '09:00', '18:00', '2026-03-08T06:00:00.000Z', '2026-03-08T13:00:00.000Z'],
  ['the same hour the day before', '09:00', '18:00', '2026-03-07T07:00:00.000Z', '2026-03-07T14:00:00.000Z'],
  // They go from 2:00 back to 1:00 on 1 November 2026: half past one comes twice, and it opens at the first.
  ['an hour that comes twice', '01:30', '12:00', '2026-11-01T05:00:00.000Z', '2026-11-01T05:30:00.000Z'],
  [
    'again when the hour comes again in which it closed',
    '00:00',
    '01:30',
    '2026-11-01T05:45:00.000Z',
    '2026-11-01T06:00:00.000Z',
  ],
])('where the clocks are set: %s', (_what, start, end, from, expected) => {
  expect(opens(daily(start, end), from, 'America/New_York')).toBe(expected);
});

it('a day that begins at one o’clock, for midnight does not exist', () => {
  expect(opens(daily('00:00', '05:00'), '2018-11-04T02:30:00.000Z')).toBe('2018-11-04T03:00:00.000Z');
});
