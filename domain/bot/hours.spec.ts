import { expect, it } from 'vitest';
import { isOpenAt } from './hours.ts';

const zone = 'America/Sao_Paulo';
const day = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime });
const hours = [
  day('monday', '08:00', '18:00'),
  day('friday', '20:00', '02:00'),
  day('sunday', '00:00', '00:00'),
];

it.each([
  ['monday 07:59', '2026-11-02T10:59:59Z', false],
  ['monday 08:00', '2026-11-02T11:00:00Z', true],
  ['monday 17:59', '2026-11-02T20:59:00Z', true],
  ['monday 18:00', '2026-11-02T21:00:00Z', false],
  ['friday 23:00, open overnight', '2026-11-07T02:00:00Z', true],
  ['saturday 01:59, still', '2026-11-07T04:59:00Z', true],
  ['saturday 02:00', '2026-11-07T05:00:00Z', false],
  ['sunday, closed', '2026-11-01T15:00:00Z', false],
  ['tuesday, without an entry', '2026-11-03T15:00:00Z', false],
])('%s', (_when, at, isOpen) => {
  expect(isOpenAt(hours, new Date(at), zone)).toBe(isOpen);
});

it('is always open where nobody said when', () => {
  expect(isOpenAt([], new Date('2026-11-01T03:00:00Z'), zone)).toBe(true);
});

it('goes by the time zone of the company', () => {
  expect(isOpenAt(hours, new Date('2026-11-02T08:30:00Z'), 'Europe/London')).toBe(true);
});
