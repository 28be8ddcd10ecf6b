import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { z } from 'zod';
import { defaultTimeZone } from '../../domain/company/events.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { CompanyNames } from '../names/names.ts';

/** Returns the time zone that a company's days, hours and charts are in. */
export const timeZoneOf = (names: Pick<CompanyNames, 'get'>, companyId: string): string =>
  names.get('companies', companyId)?.timeZone ?? defaultTimeZone;

/** Returns the first moment of a day (yyyy-MM-dd) in a time zone; `later`: of the day so many days after it. */
export function startOfDay(day: string, timeZone: string, later = 0): TZDate {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  // By its number, and not 24 hours on: where summer time begins at midnight a day starts at one, the next does not.
  const start = new TZDate(2000, month - 1, 1, timeZone);
  // Set afterwards: years before 100 would be taken for those of the last century.
  start.setFullYear(year, month - 1, date + later);
  start.setHours(0, 0, 0, 0);
  return start;
}

const lastYear = '9999-12-31T23:59:59.999Z';

/** Returns an instant as text, for these compare only within four digits of a year; `9999-12-31` is how people write 'for ever'. */
const iso = (date: Date): string => {
  const text = new Date(date).toISOString();
  return text.startsWith('+') ? lastYear : text;
};

/** Returns the first instant of a day (yyyy-MM-dd) in a time zone, and that of the next, as ISO strings. */
export const dayBounds = (day: string, timeZone: string): { from: string; until: string } => ({
  from: iso(startOfDay(day, timeZone)),
  until: iso(startOfDay(day, timeZone, 1)),
});

// Asked with every request: the end of a company's last day is worked out once a document.
const ends = new WeakMap<CompanyDocument, string | null>();
const endOf = (company: CompanyDocument): string | null => {
  const known = ends.get(company);
  if (known !== undefined) return known;
  const end = company.dueDate === null ? null : dayBounds(company.dueDate, company.timeZone).until;
  ends.set(company, end);
  return end;
};

/** Whether a company is switched on and not deleted, paid for or not. */
export const isThere = (company: CompanyDocument | undefined): company is CompanyDocument =>
  company?.active === true && company.deletedAt === null;

/** Whether anybody of the company may work: it is there, switched on, and paid for. */
export function isWorking(company: CompanyDocument | undefined, now: Date): boolean {
  if (!isThere(company)) return false;
  const end = endOf(company);
  return end === null || now.toISOString() < end;
}

/** A time with its offset, or without one: then it is the company's. */
export const instantText = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?$/, 'required');

/** Returns the instant that such a text names. @throws ERR_VALIDATION at this field for a day or an hour that there is not, or whose year has no four digits */
export function instantOf(text: string, timeZone: string, field: string): string {
  const [whole, zone] = [text.replace(' ', 'T'), /(Z|[+-]\d\d:?\d\d)$/.exec(text)];
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = whole
    .split(/[^\d]+/)
    .map(Number);
  const at = zone
    ? new Date(whole)
    : new Date(+new TZDate(year, month - 1, day, hours, minutes, seconds, timeZone));
  // A date would go on counting: 25:00 as one o'clock of the day after.
  const shown = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds)).toISOString();
  const isThere = !Number.isNaN(+at) && shown.startsWith(whole.slice(0, 16)) && seconds <= 59;
  const instant = isThere ? at.toISOString() : '';
  // In São Paulo the last evening of 9999 lies in the year 10000: that compares with no other text, and no event takes it.
  if (instant.length !== lastYear.length)
    throw new DomainError('ERR_VALIDATION', 'No such time', { errors: { [field]: 'invalid' } });
  return instant;
}

/** Returns an instant as `YYYY-MM-DD HH:mm:ss` of a time zone. */
export const timeText = (instant: string, timeZone: string): string =>
  format(new TZDate(instant, timeZone), 'yyyy-MM-dd HH:mm:ss');
