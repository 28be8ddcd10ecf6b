import { expect, test } from 'vitest';
import type { RecurrenceRule } from './events.ts';
import { instantsOf, nextOf } from './recurrence.ts';

const zone = 'America/Sao_Paulo';
const rule = (more: Partial<RecurrenceRule>): RecurrenceRule => ({
  ...{ frequency: 'daily', interval: 1, weekdays: [], until: null, count: null },
  ...more,
});
/** The next instants of a series, each found when the one before it is sent. */
const after = (first: string, recurrence: RecurrenceRule, many: number, timeZone = zone): readonly string[] =>
  instantsOf(recurrence, first, timeZone, many + 1).slice(1);

test.each([
  ['every day', '2026-11-23T12:00:07.000Z', {}, ['2026-11-24T12:00:07.000Z', '2026-11-25T12:00:07.000Z']],
  [
    'every other week on Monday and Thursday',
    '2026-11-23T12:00:00.000Z',
    { frequency: 'weekly', interval: 2, weekdays: [1, 4] },
    ['2026-11-26T12:00:00.000Z', '2026-12-07T12:00:00.000Z'],
  ],
  [
    'on the 31st, in months that have one',
    '2027-01-31T12:00:00.000Z',
    { frequency: 'monthly' },
    ['2027-03-31T12:00:00.000Z', '2027-05-31T12:00:00.000Z'],
  ],
  [
    'on 29 February',
    '2028-02-29T12:00:00.000Z',
    { frequency: 'yearly' },
    ['2032-02-29T12:00:00.000Z', '2036-02-29T12:00:00.000Z'],
  ],
] as const)('%s', (_name, first, more, expected) => {
  expect(after(first, rule(more as Partial<RecurrenceRule>), 2)).toEqual(expected);
});

test('it ends after so many, or after a day of the company’s', () => {
  const first = '2026-11-23T02:30:00.000Z';
  expect(after(first, rule({ count: 3 }), 9)).toHaveLength(2);
  // Half past eleven at night of the 22nd in São Paulo.
  expect(after(first, rule({ until: '2026-11-24' }), 9)).toEqual([
    '2026-11-24T02:30:00.000Z',
    '2026-11-25T02:30:00.000Z',
  ]);
});

test('it stays at its hour when summer time begins, and an hour that does not exist is left out', () => {
  const newYork = 'America/New_York';
  expect(after('2026-03-07T14:00:00.000Z', rule({}), 1, newYork)).toEqual(['2026-03-08T13:00:00.000Z']);
  expect(after('2018-11-03T03:00:00.000Z', rule({}), 1)).toEqual(['2018-11-05T02:00:00.000Z']);
});

test('those that were missed are not made up for', () => {
  const first = '2026-11-01T12:00:00.000Z';
  const one = { recurrence: rule({}), sendAt: first, series: { first, index: 1 } };
  expect(nextOf(one, zone, '2026-11-20T15:00:00.000Z')).toEqual({
    sendAt: '2026-11-21T12:00:00.000Z',
    series: { first, index: 2, after: first },
  });
});
