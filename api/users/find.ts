const words = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Those of whose name every word of the search begins some word, by name. */
export const foundByName = <T extends { readonly name: string }>(all: readonly T[], search: string): T[] => {
  const wanted = words(search);
  return all
    .filter(({ name }) => {
      const own = words(name);
      return wanted.every((word) => own.some((one) => one.startsWith(word)));
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'pt'));
};
