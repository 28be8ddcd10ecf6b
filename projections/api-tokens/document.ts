import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `apiTokens`: those that were not taken back. */
export interface ApiTokenDocument extends StoredDocument {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly connectionId: string | null;
  readonly expiresAt: string | null;
  readonly hash: string;
  readonly ending: string;
  readonly createdAt: string;
}
