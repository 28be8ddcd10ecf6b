import { plainWords } from '../../domain/text/plain.ts';
import { isLong, type SearchTerm, searchTerms } from '../../domain/text/search.ts';
import { type SearchSpec, searchRules } from '../../projections/ports/read-store.ts';

const longest = 48;
const mostWords = 2_000;
const mostTerms = 16;

const cutWord = (word: string) => (word.length <= longest ? word : [...word].slice(0, longest).join(''));

/**
 * Returns the distinct words a document is found by: at most 2,000, each of at most 48 letters (a hostile text must not
 * swell the index).
 */
const documentWords = (texts: readonly (string | null | undefined)[]) => {
  const words = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const word of plainWords(text)) {
      words.add(cutWord(word));
      if (words.size >= mostWords) return [...words];
    }
  }
  return [...words];
};

/**
 * Returns what a query asks for, see `searchTerms`. Undefined: it is blank and restricts nothing. Empty: it has no
 * letter or digit and finds nothing.
 */
export const queryTerms = (
  search: string | undefined,
  spec: SearchSpec,
): readonly SearchTerm[] | undefined => {
  const terms = searchTerms(search, searchRules(spec));
  if (!terms) return undefined;
  const distinct = new Map(
    terms.map((ways) => ways.map((words) => words.map(cutWord))).map((ways) => [JSON.stringify(ways), ways]),
  );
  const only = (ways: SearchTerm) => (ways.length === 1 && ways[0]?.length === 1 ? ways[0][0] : undefined);
  const single = [...distinct.values()].flatMap((ways) => only(ways) ?? []);
  // 'sa' adds nothing beside 'sao'.
  const idle = (word: string | undefined) =>
    word !== undefined && single.some((other) => other !== word && other.startsWith(word));
  return [...distinct.values()].filter((ways) => !idle(only(ways))).slice(0, mostTerms);
};

/** Stands before the first one or two letters of a word, where parts are found: these are looked for at its beginning only. */
const edge = '·';

/**
 * Returns each so many letters in a row. Of plain letters these are pieces of the word itself: an array and a join for
 * each was a tenth of what an import allocates.
 */
const inARow = (word: string, letters: readonly string[], length: number): readonly string[] => {
  const found: string[] = [];
  const isPlain = letters.length === word.length;
  for (let at = 0; at + length <= letters.length; at++)
    found.push(isPlain ? word.slice(at, at + length) : letters.slice(at, at + length).join(''));
  return found;
};

/** Three digits are in nearly every number: of longer parts five are looked for. */
const longDigits = 5;
const isLongNumber = (word: string) => word.length >= longDigits && /^[0-9]+$/.test(word);

/** Returns a word's beginnings of one and two letters, then each three letters in a row: a part of it is some of these in a row. */
const grams = (word: string): readonly string[] => {
  const letters = [...word];
  const beginnings = [edge + letters[0], ...(letters.length > 1 ? [edge + letters[0] + letters[1]] : [])];
  return isLongNumber(word)
    ? [...inARow(word, letters, longDigits), ...beginnings, ...inARow(word, letters, 3)]
    : [...beginnings, ...inARow(word, letters, 3)];
};

/**
 * Returns tokens for an index that knows which entries stand in a row. Beginnings stand between the parts of two words:
 * none joins them.
 */
export const rowTokens = (spec: SearchSpec, texts: readonly string[]): readonly string[] =>
  spec.parts ? documentWords(texts).flatMap(grams) : documentWords(texts);
export const rowTokensAsked = (word: string): readonly string[] =>
  isLong(word) ? inARow(word, [...word], isLongNumber(word) ? longDigits : 3) : [edge + word];

/** Returns tokens for an index that finds entries by their beginnings: a part of a word begins one of the word's ends. */
export const prefixTokens = (spec: SearchSpec, texts: readonly string[]): readonly string[] => {
  const words = documentWords(texts);
  if (!spec.parts) return words;
  const ends = words.flatMap((word) => {
    const letters = [...word];
    const found = [edge + letters.slice(0, 2).join('')];
    for (let at = 0; at + 3 <= letters.length; at++) found.push(letters.slice(at).join(''));
    return found;
  });
  return [...new Set(ends)];
};
export const prefixTokenAsked = (spec: SearchSpec, word: string): string =>
  spec.parts && !isLong(word) ? edge + word : word;
