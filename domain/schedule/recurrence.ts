import { TZDate } from '@date-fns/tz';
import { RRuleTemporal } from 'rrule-temporal';
import type { RecurrenceRule } from './events.ts';
import type { Schedule } from './schedule.ts';

/** What the library writes of an occurrence: `2026-11-24T09:00:00-03:00[America/Sao_Paulo]`. */
interface Occurrence {
  readonly timeZoneId: string;
  toString(): string;
}
const occurrence = (text: string, timeZoneId: string): Occurrence => ({ timeZoneId, toString: () => text });
const instantOf = (one: Occurrence) => new Date(one.toString().replace(/\[.*$/, ''));

const frequencies = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const;
const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/**
 * Returns what comes after `now` and after this one of a series; undefined: it was the last. Days and hours are of the
 * time zone; a day or an hour that does not exist there (31 April, 2:30 where summer time begins) is left out.
 */
export function nextOf(
  { recurrence, series, sendAt }: Pick<Schedule, 'recurrence' | 'series' | 'sendAt'>,
  timeZone: string,
  now: string,
): Pick<Schedule, 'sendAt' | 'series'> | undefined {
  if (recurrence === null) return undefined;
  const { frequency, interval, weekdays, until, count } = recurrence;
  if (count !== null && series.index >= count) return undefined;
  const firstDate = new TZDate(series.first, timeZone);
  const rule = new RRuleTemporal<Occurrence>({
    freq: frequencies[frequency],
    interval,
    tzid: timeZone,
    dtstart: occurrence(`${firstDate.toISOString()}[${timeZone}]`, timeZone),
    temporal: { ZonedDateTime: { from: (text) => occurrence(text, timeZone) } },
    ...(frequency === 'weekly' && weekdays.length > 0 && { byDay: weekdays.map((day) => days[day]!) }),
  });
  const after = now > sendAt ? now : sendAt;
  const next = rule.next(new Date(after));
  if (next === null) return undefined;
  const at = instantOf(next);
  if (until !== null && dayOf(at, timeZone) > until) return undefined;
  return {
    sendAt: at.toISOString(),
    series: { first: series.first, index: series.index + 1, after: sendAt },
  };
}

/** Returns the instants at which a series that begins with `first` is sent, as many as asked for or as there are. */
export function instantsOf(
  recurrence: RecurrenceRule | null,
  first: string,
  timeZone: string,
  many: number,
): readonly string[] {
  const instants = [first];
  let one: Parameters<typeof nextOf>[0] = { recurrence, sendAt: first, series: { first, index: 1 } };
  while (instants.length < many) {
    const next = nextOf(one, timeZone, one.sendAt);
    if (next === undefined) break;
    instants.push(next.sendAt);
    one = { recurrence, ...next };
  }
  return instants;
}

const dayOf = (instant: Date, timeZone: string): string =>
  new TZDate(instant, timeZone).toISOString().slice(0, 10);
