import { createHash } from 'node:crypto';
import type { Mark } from '../../domain/kernel/event-store.ts';
import type { Condition } from '../../domain/where.ts';
import type { CollectionSpec, Query, Scalar, StoredDocument } from '../../projections/ports/read-store.ts';

/** Fields that every collection can be filtered by, and sorted by but for the company, whose rows have its number. */
export const ownFields: readonly string[] = ['id', 'companyId', 'position'];

/** Returns a sort key taken apart: `'-updatedAt'` is `{ field: 'updatedAt', descending: true }`. */
export const sortKey = (key: string) =>
  key.startsWith('-') ? { field: key.slice(1), descending: true } : { field: key, descending: false };

/** What an adapter indexes of a collection: scalar fields, array fields, and the order of each index. */
export interface IndexedFields {
  readonly scalars: readonly string[];
  readonly arrays: readonly string[];
  /** Array fields are left out: they have an index of their own, by element. */
  readonly indexes: readonly (readonly { field: string; descending: boolean }[])[];
}

/** Returns the field names in a collection's `indexes` and `arrays`. */
export const indexedFields = (spec: CollectionSpec): IndexedFields => {
  const arrays = [...new Set(spec.arrays ?? [])];
  const ownNames = new Set(ownFields);
  const indexes = new Map<string, { field: string; descending: boolean }[]>();
  for (const index of spec.indexes) {
    const keys = index.map(sortKey).filter((key) => key.field !== 'companyId' && !arrays.includes(key.field));
    if (keys.length > 0) indexes.set(JSON.stringify(keys), keys);
  }
  const scalars = new Set([...indexes.values()].flat().map((key) => key.field));
  for (const field of spec.filters ?? []) if (!arrays.includes(field)) scalars.add(field);
  return {
    scalars: [...scalars].filter((field) => !ownNames.has(field)),
    arrays,
    indexes: [...indexes.values()],
  };
};

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const valueAt = (document: StoredDocument, path: string): unknown => {
  const whole = document as unknown as Record<string, unknown>;
  if (Object.hasOwn(whole, path)) return whole[path];
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const outer = whole[path.slice(0, dot)];
  return typeof outer === 'object' && outer !== null
    ? (outer as Record<string, unknown>)[path.slice(dot + 1)]
    : undefined;
};

/** Returns the value a document is filtered and sorted by; what is absent or not a scalar counts as null. */
export const scalarAt = (document: StoredDocument, path: string): Scalar => {
  const value = valueAt(document, path);
  return isScalar(value) ? value : null;
};

/** Returns the distinct elements an array field is found by. */
export const elementsAt = (document: StoredDocument, path: string): readonly Scalar[] => {
  const value = valueAt(document, path);
  return Array.isArray(value)
    ? [...new Set(value.filter(isScalar).filter((element) => element !== null))]
    : [];
};

/** How often a process says that it has its version of the read models open. */
export const seenEveryMs = 60_000;

/**
 * Returns a name of what is stored: another when the indexes change, what search sees, the folds or the tables' own
 * format. Hexadecimal, for it is part of the names of files and collections.
 */
export const versionOf = (collections: readonly CollectionSpec[], format: string, folds = '') =>
  createHash('sha256')
    .update(
      JSON.stringify([
        format,
        folds,
        [...collections]
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .map((spec) => [
            spec.name,
            spec.indexes,
            spec.arrays ?? [],
            spec.filters ?? [],
            spec.sparse ?? [],
            spec.references ?? [],
            spec.search ?? null,
          ]),
      ]),
    )
    .digest('hex')
    .slice(0, 16);

/** Returns the refusal of a query by a field that no index has: it would read every document. */
export const notIndexed = (collection: string, field: string) =>
  new Error(`${collection}.${field} is in no index of the collection: name it in its 'indexes' or 'arrays'`);

/** @throws Error where a reference is asked for otherwise than by its value: a store may keep it by number */
export function checkReference(spec: CollectionSpec, field: string, condition: Condition | 'order'): void {
  if (!spec.references?.includes(field)) return;
  if (condition !== 'order' && (condition === null || typeof condition !== 'object' || 'in' in condition))
    return;
  throw new Error(`${spec.name}.${field} is a reference: it is found by its value alone, and gives no order`);
}

/** Whether a condition also holds for documents without the field. */
export const asksForNull = (condition: Condition): boolean =>
  condition === null || (typeof condition === 'object' && 'in' in condition && condition.in.includes(null));

/** Returns the refusal of a query for what a sparse index leaves out: it would read every document. */
export const notLookedForNull = (collection: string, field: string) =>
  new Error(`${collection}.${field} is sparse: documents without it cannot be looked for`);

/** Returns the tombstone left by a deletion. */
export const tombstone = (id: string, companyId: string, position: number): StoredDocument => ({
  id,
  companyId,
  position,
  deleted: true,
});

/** Returns only what a mark is, of what may be a whole event. */
export const markOf = ({ stream, revision, position, id }: Mark): Mark => ({
  stream,
  revision,
  position,
  id,
});

/** Returns the sort of a query with the tie-break by id, in the direction of the first field. */
export const fullSort = (sort: Query['sort']) => {
  const keys = (sort ?? []).map(sortKey);
  if (keys.length === 0 || keys.some((key) => key.field === 'id')) return keys;
  return [...keys, { field: 'id', descending: keys[0]!.descending }];
};
