import type { StoredDocument } from '../../../projections/ports/read-store.ts';
import { scalarAt } from '../fields.ts';
import { codeOf } from './letter-codes.ts';
import type { Table } from './schema.ts';

// A search entry's number is its place in the order that pages are in: a code of how the text begins, then the row's
// number. So a broad search reads its first page off the index, whatever else matches. Those that begin so alike that they
// have one code are a group, whose order is not told by their places: a page is sorted by the text itself, of whole groups.

/** A code has 43 bits; with these 20 a place has the 63 that SQLite can count to. */
export const groupBits = 20;
const slots = 2 ** groupBits;

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
  const first = BigInt(typeof text === 'string' ? codeOf(text) : 0) << BigInt(groupBits);
  for (let slot = n; ; slot++) {
    const place = first + BigInt(slot % slots);
    if (n < slots || !taken(place)) return place;
  }
};
