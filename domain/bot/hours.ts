/** A day of weekly hours, by the spec's names: times HH:MM; one from 00:00 to 00:00 is closed. */
export interface DayHours {
  readonly weekdayEn: string;
  readonly startTime: string;
  readonly endTime: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a zone: they are costly to make, and zones few. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, format);
  return format;
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/**
 * Returns whether it is open at an instant, in this time zone. A day that ends before it starts goes on after midnight; one
 * without an entry is closed; without any entry it is always open, for nobody said when.
 */
export function isOpenAt(hours: readonly DayHours[], at: Date, timeZone: string): boolean {
  if (hours.length === 0) return true;
  const parts = formatterOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)!.value;
  const today = part('weekday').toLowerCase();
  const yesterday = days[(days.indexOf(today) + 6) % 7];
  const now = `${part('hour')}:${part('minute')}`;
  return hours.some(({ weekdayEn, startTime, endTime }) => {
    const day = weekdayEn.toLowerCase();
    const overnight = endTime < startTime;
    if (day === today && startTime <= now && (now < endTime || overnight)) return true;
    return overnight && day === yesterday && now < endTime;
  });
}
