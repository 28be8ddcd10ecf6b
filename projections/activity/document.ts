import type { StoredDocument } from '../ports/read-store.ts';

/** What came to one agent in an hour, and what they closed. `handled`: resolved after having been open; milliseconds. */
export interface AgentActivity {
  readonly taken: number;
  readonly resolved: number;
  readonly handled: number;
  readonly handledMs: number;
  /** Contacts who said what they think, and the sum of what they said (1 to 3 each). */
  readonly rated: number;
  readonly ratings: number;
}

/** Collection `activity`: one company's UTC hour. `waitedMs` of all `accepted`, `handledMs` of all `handled`. */
export interface ActivityDocument extends StoredDocument {
  /** First instant of the hour. */
  readonly hour: string;
  readonly opened: number;
  readonly accepted: number;
  readonly waitedMs: number;
  readonly resolved: number;
  readonly handled: number;
  readonly handledMs: number;
  readonly newContacts: number;
  readonly agents: Readonly<Record<string, AgentActivity>>;
}
