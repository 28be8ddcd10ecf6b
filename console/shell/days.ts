/** Returns a day (`yyyy-MM-dd`, or an instant that begins with one) as people write it, dd/MM/yyyy in every language. */
export const writtenDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/');

/** Returns what writes the day of an instant in a zone, dd/MM in every language. */
export function shortDays(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', timeZone });
  return (instant) => format.format(new Date(instant));
}
