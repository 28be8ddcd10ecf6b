import { z } from 'zod';
import type { Personal } from '../kernel/personal.ts';
import type { EventOf } from '../kernel/schema.ts';

const listId = z.string();
/** Of one bucket of a list; what is personal in it is sealed under the bucket's key. */
const ofBucket = {
  listId,
  bucket: z.number().int().min(0),
  /** What the event adds to the list's numbers: they are told without any key. */
  counts: z.object({ contacts: z.number().int(), valid: z.number().int() }),
};

export const itemContent = z.object({ name: z.string(), number: z.string(), email: z.string() });
export type ItemContent = z.output<typeof itemContent>;
/** How often it was moved from one bucket to another; absent: never. */
const moves = z.number().int().min(1);
const item = itemContent.extend({ itemId: z.string() });
/** `valid`: whether the network knows the number; null: not asked yet. */
const validity = { valid: z.boolean().nullable(), checkedAt: z.string().nullable() };

export const contactListEvents = {
  ContactListCreated: z.object({ listId, name: z.string() }),
  ContactListRenamed: z.object({ listId, name: z.string() }),
  ContactListDeleted: z.object({ listId }),
} as const;

export const contactListItemEvents = {
  ContactListItemsAdded: z.object({ ...ofBucket, keyId: z.string(), items: z.array(item) }),
  /** `anew`: its number is another, and is asked for again. */
  ContactListItemChanged: z.object({
    ...ofBucket,
    keyId: z.string(),
    itemId: z.string(),
    content: itemContent,
    anew: z.boolean(),
  }),
  /**
   * With another number an item stands in another bucket, this one, from here on: it leaves the one that it comes `from` afterwards. `moves`
   * tells the one that stays from the one that is left behind.
   */
  ContactListItemMoved: z.object({
    ...ofBucket,
    keyId: z.string(),
    from: z.number().int().min(0),
    moves,
    itemId: z.string(),
    content: itemContent,
  }),
  ContactListItemsRemoved: z.object({ ...ofBucket, itemIds: z.array(z.string()) }),
  ContactListItemsChecked: z.object({
    ...ofBucket,
    results: z.array(z.object({ itemId: z.string(), valid: z.boolean() })),
  }),
  /** Somebody's items went for good: all others, under a new key, in place of whatever was said before. */
  ContactListItemsResealed: z.object({
    ...ofBucket,
    keyId: z.string(),
    formerKeyId: z.string(),
    removed: z.array(z.string()),
    /** `since`: when it was given its number; absent: nobody remembers. */
    items: z.array(item.extend({ ...validity, moves: moves.optional(), since: z.string().optional() })),
  }),
} as const;

export const contactListPersonal: Personal<typeof contactListItemEvents> = {
  ContactListItemsAdded: { items: [] },
  ContactListItemChanged: { content: { name: '', number: '', email: '' } },
  ContactListItemMoved: { content: { name: '', number: '', email: '' } },
  ContactListItemsResealed: { items: [] },
};

export type ContactListEvent = EventOf<typeof contactListEvents>;
export type ContactListItemEvent = EventOf<typeof contactListItemEvents>;
