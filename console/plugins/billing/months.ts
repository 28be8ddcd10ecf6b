/** A month on the line of what is paid. `paid`: share of it, from its first day on; `today`: where in it today stands. */
export interface Month {
  readonly key: string;
  readonly paid: number;
  readonly today: number | undefined;
  /** The last paid day lies in it. */
  readonly ends: boolean;
}

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns seven months around today (yyyy-MM-dd), and how much of each is paid until a day. */
export function monthsAround(today: string, until: string): readonly Month[] {
  const [year, month, date] = partsOf(today);
  return Array.from({ length: 7 }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 4 + index, 1));
    const key = first.toISOString().slice(0, 7);
    const length = daysIn(first.getUTCFullYear(), first.getUTCMonth() + 1);
    const paid = until.slice(0, 7) > key ? 1 : until.slice(0, 7) < key ? 0 : partsOf(until)[2] / length;
    return {
      key,
      paid,
      today: today.startsWith(key) ? (date - 0.5) / length : undefined,
      ends: until.startsWith(key),
    };
  });
}
