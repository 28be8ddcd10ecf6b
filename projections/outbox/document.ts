import type { HeldReason } from '../../domain/connection/pace.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/**
 * Collection `outbox`: messages to be sent, edits, deletions and reactions to be carried out, files of what came to be
 * fetched; gone when done. id = messageId.
 * `changes` gives the revision of the latest event that asked for each: what settles it names it.
 */
export interface OutboxDocument extends StoredDocument {
  readonly ticketId: string;
  readonly connectionId: string;
  readonly contactId: string;
  readonly order: number;
  readonly work: readonly Work[];
  readonly changes: { readonly edit?: number; readonly delete?: number; readonly react?: number };
  /** It waits its turn on the connection, until about then. */
  readonly held?: Held;
}

export interface Held {
  readonly until: string;
  readonly reason: HeldReason;
}

export type Work = 'send' | 'edit' | 'delete' | 'react' | 'file';
