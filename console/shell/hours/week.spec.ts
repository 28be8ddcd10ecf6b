import { describe, expect, it } from 'vitest';
import { defaultSchedules } from '../../../domain/company/hours.ts';
import { clockIn, openMinutes, standingAt, weekOf } from './week.ts';

const zone = 'America/Sao_Paulo';
const at = (instant: string) => Date.parse(`${instant}-03:00`);
const closed = { startTime: '00:00', endTime: '00:00' };
const week = (times: Record<string, [string, string]>) =>
  defaultSchedules.map((day) => {
    const [startTime, endTime] = times[day.weekdayEn] ?? ['00:00', '00:00'];
    return { ...day, startTime, endTime };
  });

describe('a week of hours', () => {
  it('is whole: days that nobody named are closed, and without any it is the usual one', () => {
    expect(weekOf([])).toBe(defaultSchedules);
    const monday = { weekday: 'segunda', weekdayEn: 'Monday', startTime: '10:00', endTime: '11:00' };
    const days = weekOf([monday]);
    expect(days).toHaveLength(7);
    expect(days[0]).toBe(monday);
    expect(days.slice(1).every((day) => day.startTime === closed.startTime && openMinutes(day) === 0)).toBe(
      true,
    );
  });

  it('counts a night that goes on after midnight', () => {
    expect(openMinutes({ startTime: '20:00', endTime: '02:30' })).toBe(390);
    expect(openMinutes(closed)).toBe(0);
  });

  it('goes by the clock of the company', () => {
    expect(clockIn(zone, at('2026-11-20T23:30:00'))).toEqual({ day: 4, minute: 23 * 60 + 30 });
    expect(clockIn('UTC', at('2026-11-20T23:30:00'))).toEqual({ day: 5, minute: 150 });
  });

  it.each([
    ['open on a Friday', '2026-11-20T14:16:00', { open: true, until: { day: 4, minute: 1080, left: 224 } }],
    [
      'from its first minute',
      '2026-11-20T08:00:00',
      { open: true, until: { day: 4, minute: 1080, left: 600 } },
    ],
    [
      'closed from its last',
      '2026-11-20T18:00:00',
      { open: false, until: { day: 5, minute: 480, left: 840 } },
    ],
    [
      'closed over Sunday',
      '2026-11-21T12:00:00',
      { open: false, until: { day: 0, minute: 480, left: 2640 } },
    ],
  ])('says until when it is %s', (_what, instant, standing) => {
    expect(standingAt(defaultSchedules, zone, at(instant))).toEqual(standing);
  });

  it('a night is open on the next day too, Sunday’s on Monday', () => {
    expect(standingAt(week({ sunday: ['20:00', '02:00'] }), zone, at('2026-11-23T01:00:00'))).toEqual({
      open: true,
      until: { day: 0, minute: 120, left: 60 },
    });
  });

  it('what never opens has no next time', () => {
    expect(standingAt(week({}), zone, at('2026-11-20T12:00:00'))).toEqual({ open: false });
  });
});
