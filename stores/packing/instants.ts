const zero = 48;
const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - zero;
  return value >= 0 && value <= 9 ? value : Number.NaN;
};
const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);
const msOfDay = 86_400_000;

/**
 * Returns milliseconds since 1970; NaN: it is not an instant from then on as `toISOString` writes it. By hand: Node's
 * way there and back, which a check needs, takes five times as long.
 */
export function readInstant(text: string): number {
  if (text.length !== 24) return Number.NaN;
  const marks =
    text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':' && text[16] === ':';
  if (!marks || text[19] !== '.' || text[23] !== 'Z') return Number.NaN;
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const second = two(text, 17);
  if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60))
    return Number.NaN;
  const start = Date.UTC(year, month - 1, day);
  // The thirtieth of February is the second of March.
  if (day > 28 && new Date(start).getUTCDate() !== day) return Number.NaN;
  return start + hour * 3_600_000 + minute * 60_000 + second * 1_000 + digit(text, 20) * 100 + two(text, 21);
}

let dayStart = Number.NaN;
let dayText = '';
const clock = Buffer.from('00:00:00.000Z');
const write = (at: number, value: number): void => {
  clock[at] = zero + Math.floor(value / 10);
  clock[at + 1] = zero + (value % 10);
};

/** Returns the instant as `toISOString` writes it. */
export function instantText(ms: number): string {
  const start = Math.floor(ms / msOfDay) * msOfDay;
  if (start !== dayStart) {
    dayText = new Date(start).toISOString().slice(0, 11);
    dayStart = start;
  }
  const inDay = ms - start;
  write(0, Math.floor(inDay / 3_600_000));
  write(3, Math.floor(inDay / 60_000) % 60);
  write(6, Math.floor(inDay / 1_000) % 60);
  clock[9] = zero + Math.floor((inDay % 1_000) / 100);
  write(10, inDay % 100);
  return dayText + clock.toString('latin1');
}
