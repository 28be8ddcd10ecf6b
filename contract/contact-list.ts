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
  /** Since when campaigns do not write to who has this number, an instant; absent: they may. */
  leftCampaigns: z.string().optional(),
  position: z.number(),
});
export type ContactListItemView = z.output<typeof contactListItemView>;

/** A page of lists. */
export const contactListPage = z.object({
  records: z.array(contactListView),
  hasMore: z.boolean(),
  count: z.number(),
});
export type ContactListPage = z.output<typeof contactListPage>;

/** A page of who stands in a list; `contacts`: the same as `records`, under the specification's name. */
export const contactListItemPage = z.object({
  contacts: z.array(contactListItemView),
  records: z.array(contactListItemView),
  hasMore: z.boolean(),
  count: z.number(),
});
export type ContactListItemPage = z.output<typeof contactListItemPage>;

/** A list by itself; the other numbers are not looked for yet. */
export const contactListDetail = contactListView.extend({
  /** Of which the network does not know the number. */
  invalidCount: z.number(),
});
export type ContactListDetail = z.output<typeof contactListDetail>;

/** A column of a file, what it is taken for (null: for nothing), and what stands in it first. */
const listImportColumn = z.object({
  heading: z.string(),
  sample: z.string(),
  field: z.enum(['name', 'number', 'email']).nullable(),
});

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
  /** Sound rows whose number stands in the list already. */
  existing: z.number(),
  refused: z.number(),
  /** Of the refused ones: their number stands in the file before. */
  repeated: z.number(),
  /** Sound rows without a name: they are called by their number. */
  nameless: z.number(),
  columns: z.array(listImportColumn),
  errors: z.array(listImportError),
});
export type ListImport = z.output<typeof listImport>;
