import type { Actor } from '../../domain/kernel/event.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `merges`: contacts that were merged into others; id = the one that was. */
export interface MergeDocument extends StoredDocument {
  readonly into: string;
  readonly at: string;
  readonly eventId: string;
  readonly completedAt: string | null;
  readonly by: Actor;
  /** It was undone: since when, in which event, and which contacts that took out. `completedAt` is then the end of that. */
  readonly undone?: { readonly at: string; readonly eventId: string; readonly contactIds: readonly string[] };
}
