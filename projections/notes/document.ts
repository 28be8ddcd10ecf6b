import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `notes`: what colleagues noted on tickets. One that was deleted has lost its text and is listed nowhere. */
export interface NoteDocument extends StoredDocument {
  readonly ticketId: string;
  readonly contactId: string;
  readonly userId: string | null;
  readonly note: string;
  readonly isDeleted: boolean;
  /** Position of the event that created it: its place among the ticket's messages. */
  readonly order: number;
  readonly createdAt: string;
  readonly isErased?: true;
}
