/**
 * Conditions on a document as data: what a read store queries with, and what a screen evaluates by itself with the
 * function below. Every store's answer equals this one's (`stores/read-store/contract.ts`).
 */
export type Scalar = string | number | boolean | null;

export type Condition =
  | Scalar
  | { in: readonly Scalar[] }
  | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

/** Fields are top-level names of the document (or `a.b` for one level below). All of the conditions hold. */
export type Where = Readonly<Record<string, Condition>>;

/** All of `where`, and at least one of `anyOf`; without `anyOf` nothing else. */
export interface Conditions {
  readonly where: Where;
  readonly anyOf?: readonly Where[];
}

const at = (document: object, path: string): unknown => {
  const whole = document as Record<string, unknown>;
  if (Object.hasOwn(whole, path)) return whole[path];
  const [outer = '', inner] = path.split('.', 2);
  const value = whole[outer];
  return inner !== undefined && typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[inner]
    : undefined;
};

/** Returns the values a document is found by under a field: the elements of an array, else the one scalar (absent: null). */
export const valuesAt = (document: object, path: string): readonly Scalar[] => {
  const value = at(document, path);
  if (Array.isArray(value)) return value as Scalar[];
  return [typeof value === 'object' || value === undefined ? null : (value as Scalar)];
};

const rank = (value: Scalar) =>
  value === null ? 0 : typeof value === 'boolean' ? 1 : typeof value === 'number' ? 2 : 3;

/** Returns the order of two values: null, booleans, numbers, texts by code unit. */
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

const holds = (document: object, field: string, condition: Condition): boolean => {
  const values = valuesAt(document, field);
  if (condition === null || typeof condition !== 'object')
    return values.length === 0 ? condition === null : values.includes(condition);
  if ('in' in condition) return condition.in.some((value) => holds(document, field, value));
  return values.some((value) => inRange(value, condition));
};

/** Returns whether all of the conditions hold for a document. */
export const matches = (document: object, where: Where = {}): boolean =>
  Object.entries(where).every(
    ([field, condition]) => condition === undefined || holds(document, field, condition),
  );

/** Returns whether `where` and one of `anyOf` hold for a document. */
export const meets = (document: object, { where, anyOf }: Conditions): boolean =>
  matches(document, where) && (anyOf === undefined || anyOf.some((one) => matches(document, one)));
