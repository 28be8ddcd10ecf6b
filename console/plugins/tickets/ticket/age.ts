/** What all parts of the tickets' plugin share of a ticket: calls, words, times, widths, and small parts of its look. */

export interface HourSpan {
  readonly hours: number;
  readonly minutes: number;
}

/** Returns hours and minutes of a wait, for 'espera há 1 h 12 min'. */
export function waitingSpan(since: string, now: number): HourSpan {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export interface Age {
  readonly text: string;
  readonly colour: 'green' | 'orange' | 'red';
}

/** Returns the spec's label: 3-10 min green, 30-59 min orange, over an hour red in hours, a day or more red in days. */
export function ageOf(since: string, now: number): Age | undefined {
  const past = (now - Date.parse(since)) / 60_000;
  const minutes = Math.floor(past);
  if (minutes >= 24 * 60) return { text: `${Math.floor(minutes / (24 * 60))} d`, colour: 'red' };
  if (past > 60) return { text: `${Math.floor(minutes / 60)} h`, colour: 'red' };
  if (minutes >= 30 && minutes <= 59) return { text: `${minutes} min`, colour: 'orange' };
  return minutes >= 3 && minutes <= 10 ? { text: `${minutes} min`, colour: 'green' } : undefined;
}
