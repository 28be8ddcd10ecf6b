import { defaultSchedules, type Schedules } from '../../../domain/company/hours.ts';

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** Returns the minutes since midnight of a time, HH:MM. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

type Times = Pick<Schedules[number], 'startTime' | 'endTime'>;

/** Returns for how many minutes a day is open; one that ends before it starts goes on after midnight. */
export function openMinutes({ startTime, endTime }: Times): number {
  return (minutesOf(endTime) - minutesOf(startTime) + dayMinutes) % dayMinutes;
}

/** Returns all seven days, Monday first: one without an entry is closed; where there is none at all, the usual week. */
export function weekOf(schedules: Schedules): Schedules {
  if (schedules.length === 0) return defaultSchedules;
  return defaultSchedules.map(
    (usual) =>
      schedules.find(({ weekdayEn }) => weekdayEn.toLowerCase() === usual.weekdayEn) ?? {
        ...usual,
        startTime: '00:00',
        endTime: '00:00',
      },
  );
}

/** Returns the weekday, Monday is 0, and the minute of the day that a clock in the time zone shows. */
export function clockIn(timeZone: string, at: number): { readonly day: number; readonly minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const weekday = part('weekday').toLowerCase();
  return {
    day: defaultSchedules.findIndex(({ weekdayEn }) => weekdayEn === weekday),
    minute: minutesOf(`${part('hour')}:${part('minute')}`),
  };
}

export interface Standing {
  readonly open: boolean;
  /** When that ends: the weekday, the minute of it, and how far off it is. Absent: never. */
  readonly until?: { readonly day: number; readonly minute: number; readonly left: number };
}

/** Returns whether the week is open at an instant, and until when that is so. */
export function standingAt(week: Schedules, timeZone: string, at: number): Standing {
  const { day, minute } = clockIn(timeZone, at);
  const now = day * dayMinutes + minute;
  const spans = week.flatMap((one, index) =>
    [-weekMinutes, 0, weekMinutes].map((shift) => {
      const from = index * dayMinutes + minutesOf(one.startTime) + shift;
      return { from, to: from + openMinutes(one) };
    }),
  );
  const endOf = (instant: number) => spans.find(({ from, to }) => from <= instant && instant < to)?.to;
  const until = (end: number): NonNullable<Standing['until']> => ({
    day: Math.floor(end / dayMinutes) % 7,
    minute: end % dayMinutes,
    left: end - now,
  });
  let end = endOf(now);
  if (end === undefined) {
    const next = Math.min(...spans.filter(({ from, to }) => to > from && from > now).map(({ from }) => from));
    return Number.isFinite(next) ? { open: false, until: until(next) } : { open: false };
  }
  // A day that goes on where the next begins is one stretch.
  for (let later = endOf(end); later !== undefined && end - now < weekMinutes; later = endOf(end))
    end = later;
  return end - now < weekMinutes ? { open: true, until: until(end) } : { open: true };
}
