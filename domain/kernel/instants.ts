/** Returns the later of two ISO instants ('' is before all): they compare as text. */
export const laterOf = (a: string, b: string): string => {
  if (a > b) return a;
  return b;
};
