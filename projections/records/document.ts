import type { StoredDocument } from '../ports/read-store.ts';

/** Collections of record definitions (`queues`, `tags`, …): the record's fields beside these. */
export interface RecordDocument extends StoredDocument {
  readonly number: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly [field: string]: unknown;
}
