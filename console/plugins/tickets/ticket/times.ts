import { shortDays } from '../../../shell/days.ts';

/** How instants read in a zone and a language: HH:mm, dd/MM/yyyy, and the names of days. */
export interface Times {
  /** 14:02 */
  time(iso: string): string;
  /** 14:02:05 */
  seconds(iso: string): string;
  /** 21/11/2026 */
  date(iso: string): string;
  /** 19/11 */
  shortDate(iso: string): string;
  /** 2026-11-21 in the zone: equal for instants of one day. */
  day(iso: string): string;
  /** 'quarta-feira, 19 de novembro'; the year too when it is not the present one. */
  longDay(iso: string, now: number): string;
}

export function createTimes(timeZone: string, locale: string): Times {
  const format = (options: Intl.DateTimeFormatOptions, tag = locale) => {
    const formatter = new Intl.DateTimeFormat(tag, { timeZone, ...options });
    return (iso: string) => formatter.format(new Date(iso));
  };
  const two = '2-digit' as const;
  const year = format({ year: 'numeric' }, 'en-CA');
  const longDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const longYear = format({ day: 'numeric', month: 'long', year: 'numeric' });
  return {
    time: format({ hour: two, minute: two, hourCycle: 'h23' }),
    seconds: format({ hour: two, minute: two, second: two, hourCycle: 'h23' }),
    // The product writes dd/MM/yyyy in every language.
    date: format({ day: two, month: two, year: 'numeric' }, 'en-GB'),
    shortDate: shortDays(timeZone),
    day: format({ day: two, month: two, year: 'numeric' }, 'en-CA'),
    longDay: (iso, now) => {
      const text = year(iso) === year(new Date(now).toISOString()) ? longDay(iso) : longYear(iso);
      return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
    },
  };
}
