import { z } from 'zod';
import { claimLost } from '../kernel/claim-events.ts';
import type { Personal } from '../kernel/personal.ts';
import type { EventOf } from '../kernel/schema.ts';

export const extraInfo = z
  .array(z.object({ id: z.string(), name: z.string().max(100), value: z.string().max(1000) }))
  .max(50);

const personal = {
  name: z.string(),
  /** Digits only, E.164 without the plus; a group's id for groups. Empty when only other addresses are known. */
  number: z.string(),
  email: z.string().default(''),
  extraInfo: extraInfo.default([]),
};

/**
 * Of a contact that others are part of, what is known of it is known of them too: it is sealed under a key of that time, which goes
 * when one of them is let go. Absent: under the key of the contact.
 */
const keyId = z.string().optional();

export const contactEvents = {
  ContactCreated: z.object({
    contactId: z.string(),
    ...personal,
    isGroup: z.boolean().default(false),
    origin: z.enum(['inbound', 'agent', 'import', 'demo']).default('agent'),
  }),
  /** `aliases`, `via`: all of them, where it is said anew what is known of it. */
  ContactUpdated: z.object({
    contactId: z.string(),
    keyId,
    ...personal,
    aliases: z.array(z.string()).optional(),
    via: z.record(z.string(), z.string()).optional(),
  }),
  /**
   * Another address of the same person: a hidden id, the number with or without the ninth digit, `channel:address`. `via`: the contact, part
   * of this one, with whose address the network named it.
   */
  ContactAliasAdded: z.object({
    contactId: z.string(),
    keyId,
    alias: z.string(),
    via: z.string().optional(),
  }),
  ContactPictureChanged: z.object({ contactId: z.string(), mediaId: z.string().nullable() }),
  /** They asked not to be written to by campaigns: by a message of theirs, or an agent says so (`messageId` absent). */
  ContactLeftCampaigns: z.object({ contactId: z.string(), messageId: z.string().optional() }),
  /** An agent lifted that, and says why. */
  ContactJoinedCampaigns: z.object({ contactId: z.string(), reason: z.string() }),
  ContactDeleted: z.object({ contactId: z.string() }),
  /**
   * It is the same person as another contact, `into`, in which it goes on: addresses, tickets and what is known of it
   * move there (see `merges`). `keepsName`: what people call it stands for both. `toldApart`: what is written from here on says
   * through whose address it came, so that it may be undone.
   */
  ContactMerged: z.object({
    contactId: z.string(),
    into: z.string(),
    keepsName: z.boolean(),
    toldApart: z.boolean().optional(),
  }),
  /** These contacts are this one from now on: the one merged into it, and those that one had taken in before. */
  ContactAbsorbed: z.object({ contactId: z.string(), contactIds: z.array(z.string()) }),
  /** Nothing of it is left outside the contact that it was merged into. */
  ContactMergeCompleted: z.object({ contactId: z.string(), tickets: z.number().int().nonnegative() }),
  /**
   * A merge is undone, the first step: this contact lets `releasedId` go, with those that were part of that one (`contactIds`) and
   * their addresses, sealed under the key of that one (`keyId`). Who was released is never taken for this one again but by hand. `merge`: which merge of that contact it was,
   * counted from 1. `leftCampaigns`: while they were one somebody asked not to be written to; it is not known who.
   */
  ContactReleased: z.object({
    contactId: z.string(),
    keyId,
    releasedId: z.string(),
    contactIds: z.array(z.string()),
    merge: z.number().int().positive(),
    addresses: z.array(z.string()),
    leftCampaigns: z.boolean().default(false),
    /** The picture that came with it, and goes with it. */
    pictureId: z.string().optional(),
  }),
  /** The second step: it is a contact of its own again, under these addresses; another than `from`, which it was part of. */
  ContactUnmerged: z.object({
    contactId: z.string(),
    from: z.string(),
    number: z.string(),
    aliases: z.array(z.string()),
  }),
  /** The last: its tickets are its own again. */
  ContactUnmergeCompleted: z.object({ contactId: z.string(), tickets: z.number().int().nonnegative() }),
  /** On demand of the person: all that says who they are or what was said with them is to go (see `erasures`). */
  ContactErased: z.object({ contactId: z.string() }),
  /** It has gone, and with it the key. The counts are of the certificate; `sealedSince`: what was stored before stands in the clear in the log (null: all of it). */
  ContactErasureCompleted: z.object({
    contactId: z.string(),
    tickets: z.number().int().nonnegative(),
    messages: z.number().int().nonnegative(),
    notes: z.number().int().nonnegative(),
    files: z.number().int().nonnegative(),
    entries: z.number().int().nonnegative(),
    sealedSince: z.string().nullable(),
  }),
  ClaimLost: claimLost,
} as const;

const blank = { name: '', number: '', email: '', extraInfo: [] };
export const contactPersonal: Personal<typeof contactEvents> = {
  ContactCreated: blank,
  ContactUpdated: { ...blank, aliases: undefined, via: undefined },
  ContactAliasAdded: { alias: '' },
  ContactReleased: { addresses: [] },
  ContactUnmerged: { number: '', aliases: [] },
  ContactJoinedCampaigns: { reason: '' },
};

export type ContactEvent = EventOf<typeof contactEvents>;
