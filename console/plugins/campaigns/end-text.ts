import { daysBetween } from '../../shell/calendar.ts';

/**
 * Returns how the end of a campaign is said: on which day, and at which time of it.
 * @param wall the company's time, `YYYY-MM-DD HH:mm:ss`
 * @param today the company's day, `YYYY-MM-DD`
 */
export function endText(wall: string, today: string) {
  const [date = '', time = ''] = wall.split(' ');
  const day = (['today', 'tomorrow'] as const)[daysBetween(today, date)] ?? 'date';
  return { day, date: date.split('-').reverse().join('/'), at: time.slice(0, 5) };
}
