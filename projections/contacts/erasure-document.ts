import type { Actor } from '../../domain/kernel/event.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `erasures`: contacts who were erased, how far that is, and what it took; id = contactId. */
export interface ErasureDocument extends StoredDocument {
  readonly contactId: string;
  /** When it was asked for, by whom, in which event. */
  readonly at: string;
  readonly by: Actor;
  readonly eventId: string;
  readonly completedAt: string | null;
  readonly taken: {
    readonly tickets: number;
    readonly messages: number;
    readonly notes: number;
    readonly files: number;
    readonly entries: number;
  } | null;
  /** What was stored before stands in the clear in the log; null: all of it. */
  readonly sealedSince: string | null;
}
