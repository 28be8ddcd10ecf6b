/** Contacts that became part of one, and when the last of them did. */
export interface MergedBefore {
  readonly contactIds: readonly string[];
  readonly at: string;
}
