import { compare, valuesAt } from '../../domain/where.ts';
import type { Query, StoredDocument } from '../../projections/ports/read-store.ts';

/** Ties are broken by id in the direction of the first key. */
export const sorted = <T extends StoredDocument>(documents: readonly T[], sort: Query['sort']): T[] => {
  if (!sort || sort.length === 0) return [...documents];
  const keys = [...sort, sort[0]!.startsWith('-') ? '-id' : 'id'].map((key) =>
    key.startsWith('-') ? { field: key.slice(1), sign: -1 } : { field: key, sign: 1 },
  );
  return [...documents].sort((a, b) => {
    for (const { field, sign } of keys) {
      const order = compare(valuesAt(a, field)[0] ?? null, valuesAt(b, field)[0] ?? null);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
};
