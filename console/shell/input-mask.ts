import { writtenDay } from './days.ts';

/** Of a text that is typed in groups of digits, as days and times are. */
export interface InputMask {
  readonly groups: readonly number[];
  readonly separator: string;
  /** What a whole text means; undefined: it means nothing. */
  read(text: string): string | undefined;
  write(value: string): string;
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** A day, `yyyy-MM-dd`, typed as dd/MM/yyyy in every language, whatever the browser's own is. */
export const dayMask: InputMask = {
  groups: [2, 2, 4],
  separator: '/',
  read(text) {
    const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
    return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
  },
  write: writtenDay,
};

/** A time of the day, HH:mm. */
export const timeMask: InputMask = {
  groups: [2, 2],
  separator: ':',
  read: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
  write: (value) => value,
};

/**
 * Returns a text with the separators where they belong: whoever types digits alone gets them, and '1/2/2026' is
 * understood.
 */
export const applyMask = ({ groups, separator }: InputMask, text: string): string => {
  const parts = text.split(/\D+/).filter((part) => part !== '');
  // A group that ends with a separator is whole, however short.
  const ended = /\D$/.test(text) ? parts.length : parts.length - 1;
  const digits = parts.map((part, at) => (at < ended ? part.padStart(groups[at] ?? 0, '0') : part)).join('');
  const takenChars: string[] = [];
  let from = 0;
  for (const length of groups) {
    if (from >= digits.length) break;
    takenChars.push(digits.slice(from, from + length));
    from += length;
  }
  const last = takenChars.at(-1);
  const goesOn = last?.length === groups[takenChars.length - 1] && takenChars.length < groups.length;
  return takenChars.join(separator) + (last !== undefined && goesOn && /\D$/.test(text) ? separator : '');
};
