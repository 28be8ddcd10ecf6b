import { plainText, plainWords } from '../../domain/text/plain.ts';

const longest = 120;
/** Kept at most before what was found: a row of the list shows two dozen, and has to show what was found. */
const lead = 12;

/**
 * Returns the part of a text around the first word that a search finds (each of its words begins some word of the text,
 * accents and case aside), at most 120 characters, on one line; the beginning where none is found.
 */
export const excerpt = (text: string, search: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  const wanted = plainWords(search);
  let from = 0;
  for (const word of line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = plainText(word[0]);
    if (!wanted.some((one) => folded.startsWith(one))) continue;
    const blank = line.slice(0, word.index).indexOf(' ', word.index - lead);
    from = word.index <= lead ? 0 : blank === -1 ? word.index : blank + 1;
    break;
  }
  // By characters, not by halves of them: a cut emoji is no text.
  const part = [...line.slice(from)].slice(0, longest).join('');
  return `${from > 0 ? '… ' : ''}${part}`;
};
