import { plainWords } from './plain.ts';

/** How the texts of a document are searched. */
export interface SearchRules {
  /** A word of three letters or more is found inside words too, not only at their beginnings. */
  readonly parts?: boolean;
  /** Digits are found as a number in whichever way it is written. */
  readonly numbers?: boolean;
}

/** What a search asks for once: one of these ways, each of them a list of words that must all be there. */
export type SearchTerm = readonly (readonly string[])[];

/** Digits and the signs that people write numbers with: `+55 (11) 95550-1001`, `011 95550.1001`. */
const writtenNumber = /(?<![\p{L}\p{N}])\+?\(?\d(?:[\s().\-–/]*\d)*(?![\p{L}\p{N}])/gu;
/** Fewer digits are no part of a number that anybody looks for: a house, a size. */
const fewestDigits = 4;
/** So many are a number, and nothing else. */
const wholeNumber = 8;
const longestSearch = 1_000;

/** Returns the digits of a number as they stand in a stored one: without `(0)`, and without zeros dialled before it. */
const digitsOf = (written: string): string =>
  written.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '');

/** Whether a word has more than two letters. Of shorter ones only beginnings are found: such a part is in nearly everything. */
export const isLong = (word: string): boolean => [...word].length > 2;

const holds = (word: string, asked: string, parts: boolean): boolean =>
  parts && isLong(asked) ? word.includes(asked) : word.startsWith(asked);

/**
 * Returns what a search asks for, all of which must be found. Undefined: it is blank and restricts nothing. Empty: it
 * has no letter or digit and finds nothing. Fewer than
 * eight digits written apart may be part of a number or several words: either is found.
 */
export const searchTerms = (
  search: string | undefined,
  rules: SearchRules,
): readonly SearchTerm[] | undefined => {
  if (search === undefined || search.trim() === '') return undefined;
  const searchText = search.slice(0, longestSearch);
  const numbers: SearchTerm[] = [];
  const withoutNumbers = () =>
    searchText.replace(writtenNumber, (written) => {
      const digits = digitsOf(written);
      if (digits.length < fewestDigits) return written;
      const words = plainWords(written);
      const whole = digits.length >= wholeNumber || (words.length === 1 && words[0] === digits);
      numbers.push(whole ? [[digits]] : [[digits], words]);
      return ' ';
    });
  const rest = plainWords(rules.numbers ? withoutNumbers() : searchText);
  return [...numbers, ...rest.map((word) => [[word]])];
};

/** Returns whether these texts hold what a search asks for: what every store answers, and what a live change is judged by. */
export const isFound = (
  texts: readonly (string | null | undefined)[],
  search: string | undefined,
  rules: SearchRules,
): boolean => {
  const terms = searchTerms(search, rules);
  if (terms === undefined) return true;
  const own = texts.flatMap((text) => plainWords(text ?? ''));
  const has = (asked: string) => own.some((word) => holds(word, asked, rules.parts ?? false));
  return terms.length > 0 && terms.every((ways) => ways.some((words) => words.every(has)));
};
