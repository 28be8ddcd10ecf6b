/** Returns a text without accents and case: 'João' and 'joao' are one. What every search and every sorting by name compares. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Returns a text's words, plain: cut at everything that is neither letter nor digit. */
export const plainWords = (text: string): readonly string[] => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
