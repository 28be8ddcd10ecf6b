import { describe, expect, it } from 'vitest';
import { isOverdue } from '../../domain/company/overdue.ts';
import { daysOf, periodOf } from '../dashboard/period.ts';
import { dayBounds, instantOf } from './company-time.ts';

describe('the days of a company', () => {
  it.each([
    ['summer time begins at midnight', '2026-09-06', 'America/Santiago', '04:00', '2026-09-07T03:00'],
    ['it began so in Brazil', '2018-11-04', 'America/Sao_Paulo', '03:00', '2018-11-05T02:00'],
    ['and begins so in Egypt', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00', '2026-04-24T21:00'],
    ['an hour comes twice', '2026-04-04', 'America/Santiago', '03:00', '2026-04-05T04:00'],
    ['nothing happens', '2026-02-28', 'Asia/Kathmandu', '2026-02-27T18:15', '2026-02-28T18:15'],
    ['it is the last that there is', '9999-12-31', 'UTC', '00:00', '9999-12-31T23:59:59.999'],
    ['it is of another age', '0050-06-01', 'UTC', '00:00', '0050-06-02T00:00'],
  ])('are whole where %s', (_, day, zone, from, until) => {
    const at = (text: string) => (text.length < 6 ? `${day}T${text}` : text);
    const whole = (text: string) => (text.length > 16 ? `${text}Z` : `${text}:00.000Z`);
    expect(dayBounds(day, zone)).toEqual({ from: whole(at(from)), until: whole(at(until)) });
  });

  it('lie side by side all the year, in zones of every kind', () => {
    for (const zone of [
      'America/Santiago',
      'Africa/Cairo',
      'America/Havana',
      'Asia/Beirut',
      'Europe/Lisbon',
    ]) {
      const year = [...daysOf(periodOf('2026-01-01', '2026-12-31', zone, { last: 'finalDate' }), zone)];
      expect(year).toHaveLength(365);
      for (const [index, { from }] of year.entries())
        if (index > 0) expect(year[index - 1]?.until, `${zone} ${from}`).toBe(from);
    }
  });

  it('end a subscription after its last one, and one for ever never', () => {
    const zone = 'America/Sao_Paulo';
    expect(isOverdue('2026-11-20', zone, new Date('2026-11-21T02:59:59Z'))).toBe(false);
    expect(isOverdue('2026-11-20', zone, new Date('2026-11-21T03:00:00Z'))).toBe(true);
    expect(isOverdue('9999-12-31', zone, new Date('2026-11-21T03:00:00Z'))).toBe(false);
  });
});

describe('a time that somebody names', () => {
  const read = (text: string) => instantOf(text, 'America/Sao_Paulo', 'sendAt');

  it('is the company’s, unless it says of what offset it is', () => {
    expect(read('2026-12-01 10:00:30')).toBe('2026-12-01T13:00:30.000Z');
    expect(read('2026-12-01T10:00-05:00')).toBe('2026-12-01T15:00:00.000Z');
    expect(read('2026-12-01T23:59:59.5Z')).toBe('2026-12-01T23:59:59.500Z');
  });

  it.each([
    '2026-12-01 25:00:00',
    '2026-12-01 24:00',
    '2026-12-01 10:60',
    '2026-12-01 10:00:75',
    '2026-00-10 10:00',
  ])('is none that no clock or calendar shows: %s', (text) => {
    expect(() => read(text)).toThrow('No such time');
    expect(() => read(`${text}Z`)).toThrow('No such time');
  });

  it('is of a year of four digits wherever it is looked at from: any other compares with no text', () => {
    expect(read('9999-12-31 20:59:59')).toBe('9999-12-31T23:59:59.000Z');
    for (const text of ['9999-12-31 21:00', '9999-12-31T23:00-01:00', '0000-01-01T00:00+01:00'])
      expect(() => read(text)).toThrow('No such time');
  });

  it('has no day that there is not, whatever its offset', () => {
    expect(() => read('2026-02-30 10:00')).toThrow('No such time');
    expect(() => read('2026-02-30T10:00Z')).toThrow('No such time');
  });
});
