/** Returns where a company's snapshots lie in the state store. */
export const snapshotPlace = (companyId: string): string => `snapshot/${companyId}/`;
/** Returns where that of one stream lies. */
export const snapshotKey = (companyId: string, stream: string): string =>
  `${snapshotPlace(companyId)}${stream}`;

/**
 * Folded streams outside the log, each sealed under its contact's key: with the key goes what was said. What is lost here
 * costs the time to read a stream from its beginning, so neither rejects: what fails is logged.
 */
export interface SnapshotBoxes {
  /** Returns what was kept last, as JSON; undefined: nothing, or nothing that can be opened. */
  get(companyId: string, stream: string): Promise<string | undefined>;
  /** A contact without a key has no snapshots. */
  put(companyId: string, contactId: string, stream: string, json: string): Promise<void>;
}
