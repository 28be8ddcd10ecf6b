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

const hourMs = 3_600_000;
const openMs = (quietFrom - quietTo) * hourMs;

/** Returns the instant after so many milliseconds of hours that are not quiet. A wake day is always as long: clocks are changed at night. */
export function afterWakeHours(at: string, ms: number, timeZone: string): string {
  const begin = new TZDate(quietUntil(at, timeZone) ?? at, timeZone);
  const evening = set(begin, { hours: quietFrom, minutes: 0, seconds: 0, milliseconds: 0 });
  const left = ms - (evening.getTime() - begin.getTime());
  if (left <= 0) return new Date(begin.getTime() + ms).toISOString();
  // Whole days are not walked through: a million contacts take years.
  const days = Math.ceil(left / openMs) - 1;
  const morning = set(addDays(begin, days + 1), { hours: quietTo, minutes: 0, seconds: 0, milliseconds: 0 });
  return new Date(morning.getTime() + left - days * openMs).toISOString();
}
