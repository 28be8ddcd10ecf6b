import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { set } from 'date-fns/set';

/** Hours of the company's day: nothing goes out from the one until the other, on the next morning. */
const quietFrom = 20;
const quietTo = 8;

/** Returns the instant at which the quiet hours end that this instant lies in; null: it lies in none. */
export function quietUntil(at: string, timeZone: string): string | null {
  const local = new TZDate(at, timeZone);
  const hour = local.getHours();
  if (hour >= quietTo && hour < quietFrom) return null;
  // By the calendar, not by adding hours: the clocks may be changed in the night.
  const day = hour >= quietFrom ? addDays(local, 1) : local;
  const morning = set(day, { hours: quietTo, minutes: 0, seconds: 0, milliseconds: 0 });
  return new Date(morning.getTime()).toISOString();
}
