import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `departures`; id = userId. */
export interface DepartureDocument extends StoredDocument {
  readonly at: string;
  /** What they were called last. */
  readonly name: string;
  /** Of the UserDeleted: what is done because of it names it as its cause. */
  readonly eventId: string;
}
