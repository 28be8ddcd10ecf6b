/** What a value takes beside its letters: names of fields, numbers, the objects themselves. */
const perValue = 8;

/**
 * Returns about how many letters a value takes, for caches: counted by entries, fifty thousand of them are nothing or
 * gigabytes, whichever a customer likes. Exact where it matters, in long texts and long lists of them.
 */
export const roughSize = (value: unknown): number => {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let size = perValue;
  if (Array.isArray(value)) for (const one of value) size += roughSize(one);
  else for (const key in value) size += perValue + roughSize((value as Record<string, unknown>)[key]);
  return size;
};
