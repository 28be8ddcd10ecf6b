import { type StoredDocument, searchTexts } from '../../../projections/ports/read-store.ts';
import { rowTokens } from '../words.ts';
import { type Column, type Database, sameColumn } from './database.ts';
import { placedBy, placeOf } from './place.ts';
import type { Rows } from './rows.ts';
import type { Table } from './schema.ts';

/**
 * Returns 47 bits by which a changed text is seen, which SQLite keeps in 6 bytes. Two multiplications a letter (cyrb53,
 * public domain): a cryptographic hash of the short texts there are takes ten times as long, and one in 10^14 changes
 * overlooked leaves a message that is found by its former words.
 */
function digestOf(code: string, texts: readonly string[]): number {
  const text = `${code}\n${texts.join('\n')}`;
  let lowHash = 0xdeadbeef;
  let highHash = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index);
    lowHash = Math.imul(lowHash ^ letter, 2_654_435_761);
    highHash = Math.imul(highHash ^ letter, 1_597_334_677);
  }
  lowHash =
    Math.imul(lowHash ^ (lowHash >>> 16), 2_246_822_507) ^
    Math.imul(highHash ^ (highHash >>> 13), 3_266_489_909);
  highHash =
    Math.imul(highHash ^ (highHash >>> 16), 2_246_822_507) ^
    Math.imul(lowHash ^ (lowHash >>> 13), 3_266_489_909);
  return 0x1_0000_0000 * (highHash & 0x7fff) + (lowHash >>> 0);
}

/** What a row's search entry was and becomes, by its number; null: none. */
interface Entry {
  readonly code: string;
  readonly texts: readonly string[];
  readonly digest: number | null;
  readonly isChanged: boolean;
  readonly stood: number | bigint | null;
  readonly stands: number | bigint | null;
}

/** Returns the search entries of one collection, undefined where it has none: gathered in a commit, written at its end. */
export function createSearchEntries(database: Database, table: Table, rows: Rows) {
  const searchSpec = table.spec.search;
  if (!table.search || !searchSpec) return undefined;
  const addWords = `INSERT INTO ${table.search} (rowid, words) VALUES (?, ?)`;
  const dropWords = `DELETE FROM ${table.search} WHERE rowid = ?`;
  const placedField = placedBy(table);
  const wordsAt = rows.at('words');
  const placeAt = rows.at('place');
  const placedAt = placedField === undefined ? 0 : rows.at(table.columns.get(placedField)!);
  /** Done when all are known, in the order of their numbers: to go back in it makes FTS5 write out what it has gathered. */
  let entries: { readonly at: number | bigint; readonly words: string | null }[] = [];

  const standsOf = (
    document: StoredDocument,
    n: number,
    stood: number | bigint | null,
    before: readonly unknown[] | undefined,
    after: readonly Column[],
  ) => {
    if (placedField === undefined) return n;
    // A row that was found begins with its number.
    if (stood !== null && sameColumn(before![placedAt], after[placedAt - 1]!)) return stood;
    return placeOf(document, placedField, n, rows.isTaken);
  };

  return {
    begin: (): void => {
      entries = [];
    },
    /** @param after the row's new columns so far, from its position on */
    entryOf: (
      document: StoredDocument,
      code: string,
      n: number,
      before: readonly unknown[] | undefined,
      after: readonly Column[],
    ): Entry => {
      const texts = document.deleted ? [] : searchTexts(searchSpec, document);
      // Most updates of a message or contact leave its text alone: re-indexing costs more than the rest of the write.
      const digest = texts.length === 0 ? null : digestOf(code, texts);
      const formerWords = before?.[wordsAt] ?? null;
      const stood =
        formerWords === null
          ? null
          : placedField === undefined
            ? (before![0] as number)
            : BigInt(before![placeAt] as string);
      const stands = digest === null ? null : standsOf(document, n, stood, before, after);
      return { code, texts, digest, isChanged: digest !== formerWords || stood !== stands, stood, stands };
    },
    /** Adds the row's columns that follow from the entry. */
    addColumns: ({ digest, stands }: Entry, values: Column[]): void => {
      values.push(digest);
      if (placedField !== undefined) values.push(stands);
    },
    follow: ({ code, texts, isChanged, stood, stands }: Entry): void => {
      if (!isChanged) return;
      if (stood !== null) entries.push({ at: stood, words: null });
      if (stands === null) return;
      const words = rowTokens(searchSpec, texts).map((token) => code + token);
      entries.push({ at: stands, words: words.join(' ') });
    },
    end: (): void => {
      entries.sort((a, b) =>
        a.at === b.at ? Number(a.words !== null) - Number(b.words !== null) : a.at < b.at ? -1 : 1,
      );
      for (const { at, words } of entries)
        if (words === null) database.run(dropWords, [at]);
        else database.run(addWords, [at, words]);
      entries = [];
    },
  };
}
