import { plainWords } from '../../domain/text/plain.ts';

/** Those of whose name every word of the search begins some word, by name. */
export const foundByName = <T extends { readonly name: string }>(all: readonly T[], search: string): T[] => {
  const wanted = plainWords(search);
  return all
    .filter(({ name }) => {
      const own = plainWords(name);
      return wanted.every((word) => own.some((one) => one.startsWith(word)));
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'pt'));
};
