/** UTF-16 units of one answer, about: a message may be 65,536 long, and 500 of them are 32 MB. */
const mostUnits = 1024 * 1024;

/** Returns as many from the beginning as an answer holds, at least one. */
export function withinBytes<T>(items: readonly T[], unitsOf: (item: T) => number): T[] {
  let units = 0;
  const end = items.findIndex((item, index) => {
    units += 500 + unitsOf(item);
    return units > mostUnits && index > 0;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}

/** Returns the texts of an event in units. */
export function weightOf(data: unknown): number {
  const { body = '', beforeBody = '', note = '' } = data as Record<string, unknown>;
  return [body, beforeBody, note].reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    0,
  );
}
