import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `parked`: an event that a projection could not fold; the event itself stays in the log only. */
export interface ParkedDocument extends StoredDocument {
  readonly collection: string;
  readonly documentId: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly error: string;
  readonly at: string;
}
