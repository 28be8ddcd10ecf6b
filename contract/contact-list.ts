import { z } from 'zod';

/** A contact list, under the specification's names. */
export const contactListView = z.object({
  id: z.string(),
  name: z.string(),
  contactsCount: z.number(),
  /** Of which the network knows the number. */
  validCount: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ContactListView = z.output<typeof contactListView>;

export const contactListItemView = z.object({
  id: z.string(),
  contactListId: z.string(),
  companyId: z.string(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  /** Null: not asked yet. */
  isOnNetwork: z.boolean().nullable(),
  checkedAt: z.string().nullable(),
  position: z.number(),
});
export type ContactListItemView = z.output<typeof contactListItemView>;

/** A row of a file that was not taken, and why. */
const listImportError = z.object({
  row: z.number(),
  field: z.enum(['name', 'number', 'email']),
  code: z.string(),
  value: z.string(),
});
export const listImport = z.object({
  total: z.number(),
  /** Rows that are sound. */
  valid: z.number(),
  added: z.number(),
  /** Their number stands in the list already, or twice in the file. */
  existing: z.number(),
  refused: z.number(),
  errors: z.array(listImportError),
});
export type ListImport = z.output<typeof listImport>;
