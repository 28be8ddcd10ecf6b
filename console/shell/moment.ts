const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns how long ago something was, as people say it: 'há 2 min'; the time of a day within it, the day before that. */
export function momentOf(iso: string, language: string, now = Date.now()): string {
  const at = new Date(iso);
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / minuteMs));
  const words = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'auto' });
  if (minutes === 0) return words.format(0, 'second');
  if (minutes < 60) return words.format(-minutes, 'minute');
  return dayTime(iso, language, now);
}

/** Returns the time, and the day where it is not today. */
export function dayTime(iso: string, language: string, now = Date.now()): string {
  const at = new Date(iso);
  const isToday = new Date(now).toDateString() === at.toDateString() && now - at.getTime() < 24 * hourMs;
  return at.toLocaleString(language, {
    ...(!isToday && { day: '2-digit', month: '2-digit' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
