/** Returns a day (`yyyy-MM-dd`, or an instant that begins with one) as people write it, dd/MM/yyyy in every language. */
export const writtenDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/');
