import type { StoredDocument } from '../../../projections/ports/read-store.ts';
import { scalarAt } from '../fields.ts';
import type { Table } from './schema.ts';

// A search entry's number is its place in the order that pages are in: the first letters of the text, then the row's
// number. So a broad search reads its first page off the index, whatever else matches. Those that begin with the same
// letters are a group, whose order is not told by their places: a page is sorted by the text itself, of whole groups.

const letters = 8;
/** 41 to the power of 8 has 43 bits; with these 20 a place has the 63 that SQLite can count to. */
export const groupBits = 20;
const slots = 2 ** groupBits;
const radix = 41;

interface Letter {
  /** Grows with the code point. */
  readonly symbol: number;
  /** Shared by several code points: what follows tells no order any more. */
  readonly last: boolean;
}
const symbolOf = (code: number): Letter => {
  if (code === 32) return { symbol: 1, last: false };
  if (code < 32) return { symbol: 0, last: true };
  if (code < 48) return { symbol: 2, last: true };
  if (code < 58) return { symbol: code - 45, last: false };
  if (code < 97) return { symbol: 13, last: true };
  if (code < 123) return { symbol: code - 83, last: false };
  return { symbol: 40, last: true };
};

/** Returns a number that is never smaller for a greater text. */
const groupOf = (text: string): number => {
  let group = 0;
  let ended = false;
  for (let at = 0; at < letters; at++) {
    const { symbol, last }: Letter =
      ended || at >= text.length ? { symbol: 0, last: true } : symbolOf(text.charCodeAt(at));
    ended = last;
    group = group * radix + symbol;
  }
  return group;
};

/** Returns what no text of the group, or of a later one, comes before. */
export const firstOf = (group: number): string => {
  const symbols: number[] = [];
  for (let rest = group, at = 0; at < letters; at++) {
    symbols.unshift(rest % radix);
    rest = Math.floor(rest / radix);
  }
  let text = '';
  for (const symbol of symbols) {
    const code =
      symbol === 1
        ? 32
        : symbol > 2 && symbol < 13
          ? symbol + 45
          : symbol > 13 && symbol < 40
            ? symbol + 83
            : 0;
    if (code === 0) return text + (symbol === 0 ? '' : ({ 2: '!', 13: ':', 40: '{' }[symbol] ?? ''));
    text += String.fromCharCode(code);
  }
  return text;
};

/** Returns the field whose order the places of a collection's search entries follow; undefined: they are row numbers. */
export const placedBy = (table: Table): string | undefined => table.spec.search?.by?.at(-1);

/**
 * Returns the place of a document's search entry.
 * @param taken asked only of rows so late that an earlier one of the same group may have the number
 */
export const placeOf = (
  document: StoredDocument,
  field: string,
  n: number,
  taken: (place: bigint) => boolean,
): bigint => {
  const text = scalarAt(document, field);
  const first = BigInt(typeof text === 'string' ? groupOf(text) : 0) << BigInt(groupBits);
  for (let slot = n; ; slot++) {
    const place = first + BigInt(slot % slots);
    if (n < slots || !taken(place)) return place;
  }
};
