import { TZDate } from '@date-fns/tz';
import { type DayHours, isOpenAt } from './hours.ts';

const halfHourMs = 1_800_000;
/** A week, and the day on which it may have closed already. */
const days = 8;

/**
 * Returns the first instant from `from` on at which it is open, in this time zone; undefined: it never opens. It opens where an entry
 * starts, or where the clocks are set: they are at whole and half hours.
 */
export function nextOpening(hours: readonly DayHours[], from: Date, timeZone: string): Date | undefined {
  if (isOpenAt(hours, from, timeZone)) return from;
  const today = new TZDate(from, timeZone);
  const openings = new Set<number>();
  for (let later = 0; later <= days; later += 1)
    for (const { startTime } of hours) {
      const [hour = 0, minute = 0] = startTime.split(':').map(Number);
      const day = [today.getFullYear(), today.getMonth(), today.getDate() + later] as const;
      openings.add(new TZDate(...day, hour, minute, timeZone).getTime());
    }
  const first = Math.ceil(from.getTime() / halfHourMs) * halfHourMs;
  for (let at = first; at <= first + days * 48 * halfHourMs; at += halfHourMs) openings.add(at);
  const sorted = [...openings].filter((at) => at > from.getTime()).sort((a, b) => a - b);
  const at = sorted.find((one) => isOpenAt(hours, new Date(one), timeZone));
  return at === undefined ? undefined : new Date(at);
}
