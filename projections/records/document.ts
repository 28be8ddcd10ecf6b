import type { StoredDocument } from '../ports/read-store.ts';

/** Collections of record definitions (`queues`, `tags`, …): the record's fields beside these. */
export interface RecordDocument extends StoredDocument {
  readonly number: number;
  /** The title as lists sort it. */
  readonly sortTitle: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly [field: string]: unknown;
}
