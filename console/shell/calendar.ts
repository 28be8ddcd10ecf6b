/** Returns today, yyyy-MM-dd, in a time zone; default: the browser's. */
export const todayIn = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { ...(timeZone && { timeZone }) }).format(new Date());

/** Returns whole days from one day to another (yyyy-MM-dd); negative: it has passed. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
