import { TZDate } from '@date-fns/tz';
// By its own path: the whole library takes a second and 200 MB to load.
import { addDays } from 'date-fns/addDays';

/** First instant of a day (yyyy-MM-dd) in a time zone, and that of the next, as ISO strings. */
export function dayBounds(day: string, timeZone: string): { from: string; until: string } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const start = new TZDate(year, month - 1, date, timeZone);
  return { from: new Date(start).toISOString(), until: new Date(addDays(start, 1)).toISOString() };
}

/** A company's last day is `dueDate`, whole, in its own time zone. */
export const isOverdue = (dueDate: string | null, timeZone: string, now: Date): boolean =>
  dueDate !== null && now.toISOString() >= dayBounds(dueDate, timeZone).until;
