import { plainWords } from '../../domain/text/plain.ts';

const longest = 48;
const most = 2_000;

const cut = (word: string) => (word.length <= longest ? word : [...word].slice(0, longest).join(''));

/** The distinct words a document is found by: at most 2,000, each of at most 48 letters (a hostile text must not swell the index). */
export const documentWords = (texts: readonly (string | null | undefined)[]) => {
  const words = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    for (const word of plainWords(text)) {
      words.add(cut(word));
      if (words.size >= most) return [...words];
    }
  }
  return [...words];
};

/**
 * The words of a query, each to be the prefix of some word of the document. Undefined: the query is blank and
 * restricts nothing. Empty: it has no letter or digit and finds nothing.
 */
export const queryWords = (search: string | undefined): readonly string[] | undefined => {
  if (search === undefined || search.trim() === '') return undefined;
  const words = [...new Set(plainWords(search.slice(0, 1_000)).map(cut))];
  // 'sa' adds nothing beside 'sao'.
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .slice(0, 16);
};
