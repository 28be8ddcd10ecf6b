import type { Condition, Query, Scalar, StoredDocument, Where } from '../ports/read-store.ts';

const at = (document: StoredDocument, path: string): unknown => {
  const whole = document as unknown as Record<string, unknown>;
  if (Object.hasOwn(whole, path)) return whole[path];
  const [outer = '', inner] = path.split('.', 2);
  const value = whole[outer];
  return inner !== undefined && typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[inner]
    : undefined;
};

/** The values a document is found by under a field: the elements of an array, else the one scalar (absent: null). */
export const valuesAt = (document: StoredDocument, path: string): readonly Scalar[] => {
  const value = at(document, path);
  if (Array.isArray(value)) return value as Scalar[];
  return [typeof value === 'object' || value === undefined ? null : (value as Scalar)];
};

const rank = (value: Scalar) =>
  value === null ? 0 : typeof value === 'boolean' ? 1 : typeof value === 'number' ? 2 : 3;

/** Order of values: null, booleans, numbers, texts by code unit. */
export const compare = (a: Scalar, b: Scalar): number => {
  if (a === b) return 0;
  const byType = rank(a) - rank(b);
  if (byType !== 0 || a === null || b === null) return byType;
  return a < b ? -1 : 1;
};

const inRange = (value: Scalar, range: { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar }) =>
  value !== null &&
  (range.gt === undefined || (rank(value) === rank(range.gt) && compare(value, range.gt) > 0)) &&
  (range.gte === undefined || (rank(value) === rank(range.gte) && compare(value, range.gte) >= 0)) &&
  (range.lt === undefined || (rank(value) === rank(range.lt) && compare(value, range.lt) < 0)) &&
  (range.lte === undefined || (rank(value) === rank(range.lte) && compare(value, range.lte) <= 0));

const holds = (document: StoredDocument, field: string, condition: Condition): boolean => {
  const values = valuesAt(document, field);
  if (condition === null || typeof condition !== 'object')
    return values.length === 0 ? condition === null : values.includes(condition);
  if ('in' in condition) return condition.in.some((value) => holds(document, field, value));
  return values.some((value) => inRange(value, condition));
};

export const matches = (document: StoredDocument, where: Where = {}): boolean =>
  Object.entries(where).every(
    ([field, condition]) => condition === undefined || holds(document, field, condition),
  );

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
