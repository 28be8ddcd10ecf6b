import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `merges`: contacts that were merged into others; id = the one that was. */
export interface MergeDocument extends StoredDocument {
  readonly into: string;
  readonly at: string;
  readonly eventId: string;
  readonly completedAt: string | null;
}
