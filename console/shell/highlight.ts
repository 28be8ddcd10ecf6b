import { plainText } from '../../domain/text/plain.ts';

export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

const letter = /[\p{L}\p{N}\p{M}]/u;

/** Returns how many characters of `text` from `at` on spell `word`, accents and case aside; 0: they do not. */
const spelledLength = (chars: readonly string[], at: number, word: string): number => {
  let restOfWord = word;
  let index = at;
  while (restOfWord !== '' && index < chars.length) {
    const folded = plainText(chars[index] ?? '');
    if (!restOfWord.startsWith(folded) && !folded.startsWith(restOfWord)) return 0;
    restOfWord = restOfWord.slice(folded.length);
    index += 1;
  }
  return restOfWord === '' ? index - at : 0;
};

/** Returns a text cut where the search found it: by the search's own rule, each word of it begins some word of the text. */
export const highlight = (text: string, search: string): readonly Piece[] => {
  const words = plainText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const chars = [...text];
  const pieces: Piece[] = [];
  const push = (part: string, hit: boolean) => {
    const last = pieces.at(-1);
    if (last?.hit === hit) pieces[pieces.length - 1] = { text: last.text + part, hit };
    else pieces.push({ text: part, hit });
  };
  for (let at = 0; at < chars.length; ) {
    const begins = at === 0 || !letter.test(chars[at - 1] ?? '');
    const length = begins ? Math.max(0, ...words.map((word) => spelledLength(chars, at, word))) : 0;
    push(chars.slice(at, at + Math.max(1, length)).join(''), length > 0);
    at += Math.max(1, length);
  }
  return pieces;
};
