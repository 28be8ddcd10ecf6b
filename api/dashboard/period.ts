import { TZDate } from '@date-fns/tz';
// By their own paths: the whole library takes a second and 200 MB to load.
import { addDays } from 'date-fns/addDays';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { format } from 'date-fns/format';
import { mostDashboardDays } from '../../domain/company/dashboard-days.ts';
import { DomainError } from '../../domain/errors.ts';
import { dayBounds, startOfDay } from '../http/company-time.ts';

/** Whole days of a company (yyyy-MM-dd, both included), and the instants they begin and end at. */
export interface Period {
  readonly first: string;
  readonly last: string;
  readonly from: string;
  readonly until: string;
  /** How many days. */
  readonly days: number;
}

const refuse = (field: string, code: string, message: string) =>
  new DomainError('ERR_VALIDATION', message, { errors: { [field]: code } });

/**
 * Returns the period from one day to another.
 * @throws ERR_VALIDATION on the field named `last` when the days are the wrong way round or too many
 */
export function periodOf(
  firstDay: string,
  lastDay: string,
  timeZone: string,
  fields: { last: string; most?: number },
): Period {
  const days = differenceInCalendarDays(startOfDay(lastDay, timeZone), startOfDay(firstDay, timeZone)) + 1;
  const most = fields.most ?? mostDashboardDays;
  if (days < 1) throw refuse(fields.last, 'beforeStart', 'the end lies before the start');
  if (days > most) throw refuse(fields.last, 'tooLong', `more than ${most} days`);
  return {
    first: firstDay,
    last: lastDay,
    days,
    from: dayBounds(firstDay, timeZone).from,
    until: dayBounds(lastDay, timeZone).until,
  };
}

/** Returns the last `days` days, today included. */
export function lastDays(days: number, timeZone: string, now: Date): Period {
  const today = new TZDate(now, timeZone);
  const day = (date: Date) => format(date, 'yyyy-MM-dd');
  return periodOf(day(addDays(today, 1 - days)), day(today), timeZone, { last: 'days' });
}

/** Returns as many days, right before. */
export function previousOf({ first, days }: Period, timeZone: string): Period {
  const start = startOfDay(first, timeZone);
  const day = (date: Date) => format(date, 'yyyy-MM-dd');
  return periodOf(day(addDays(start, -days)), day(addDays(start, -1)), timeZone, { last: 'days' });
}

/** Yields each day of the period with the instants it begins and ends at. */
export function* daysOf(
  { first, days }: Period,
  timeZone: string,
): Iterable<{ day: string; from: string; until: string }> {
  const start = startOfDay(first, timeZone);
  for (let i = 0; i < days; i++) {
    const day = format(addDays(start, i), 'yyyy-MM-dd');
    yield { day, ...dayBounds(day, timeZone) };
  }
}
