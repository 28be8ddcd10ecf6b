/** By the order of words, which is not that of letters: numbers in names count as numbers. */
const collator = new Intl.Collator('pt', { numeric: true });

/** Returns which of two names stands first where people look for one: 'Loja 2' before 'Loja 10', 'água' beside 'Agora'. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

interface Named {
  readonly name: string;
}
/** Returns which of two stands first in a list by name. What a store pages it sorts by `sortName`. */
export const byName = (a: Named, b: Named): number => compareNames(a.name, b.name);
