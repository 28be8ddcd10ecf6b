import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `contactLists`. */
export interface ContactListDocument extends StoredDocument {
  readonly name: string;
  /** The name as lists sort it. */
  readonly sortName: string;
  readonly contactsCount: number;
  /** Of which the network knows the number. */
  readonly validCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Collection `contactListItems`. */
export interface ContactListItemDocument extends StoredDocument {
  readonly contactListId: string;
  /** The stream that it stands in. */
  readonly bucket: number;
  /** How often it was moved from one to another. */
  readonly moves?: number;
  readonly name: string;
  /** The name as lists sort it. */
  readonly sortName: string;
  readonly number: string;
  readonly email: string;
  /** Null: not asked yet. */
  readonly isOnNetwork: boolean | null;
  readonly checkedAt: string | null;
}
