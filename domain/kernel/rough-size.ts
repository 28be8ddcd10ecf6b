/** What a value takes beside its letters: names of fields, numbers, the objects themselves. */
const perValue = 8;

/**
 * Returns about how many letters a value takes, for caches: counted by entries, fifty thousand of them are nothing or
 * gigabytes, whichever somebody likes. Exact where it matters, in long texts and long lists of them.
 */
export const roughSize = (value: unknown): number => {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let size = perValue;
  if (Array.isArray(value)) for (const one of value) size += roughSize(one);
  else
    for (const key in value) {
      const one = (value as Record<string, unknown>)[key];
      // Most fields are texts, numbers and nulls: a call for each of them would be half of the work.
      size += perValue + (typeof one === 'object' && one !== null ? roughSize(one) : flatSize(one));
    }
  return size;
};

const flatSize = (value: unknown): number => (typeof value === 'string' ? perValue + value.length : perValue);
