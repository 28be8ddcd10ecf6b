const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

interface Day {
  readonly weekday: string;
  readonly weekdayEn: string;
}

/** Returns a weekday's name in the reader's language: what is stored has it in the company's. */
export function weekdayName({ weekday, weekdayEn }: Day, locale: string): string {
  const index = weekdays.indexOf(weekdayEn.toLowerCase());
  if (index === -1) return weekday;
  // The first of January 2024 was a Monday.
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + index),
  );
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
