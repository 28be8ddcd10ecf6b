/** How long ago, in the unit the label shows. */
export interface Span {
  readonly unit: 'min' | 'h' | 'd';
  readonly value: number;
}
export interface HourSpan {
  readonly hours: number;
  readonly minutes: number;
}

/** Hours and minutes of a wait, for 'espera há 1 h 12 min'. */
export const waited = (since: string, now: number): HourSpan => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
};
