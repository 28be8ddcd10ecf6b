import { z } from 'zod';
import { extraInfo } from '../domain/contact/events.ts';

export const contactView = z.object({
  id: z.string(),
  /** The same, as the specification calls it beside `id`. */
  uuid: z.string(),
  /** Neither deleted nor erased. */
  active: z.boolean(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  urlPicture: z.string().nullable(),
  /** Where they are reached on channels with addresses of their own, as each writes them; absent: nowhere. */
  addresses: z.array(z.object({ channel: z.string(), address: z.string() })).optional(),
  extraInfo,
  isGroup: z.boolean(),
  /** Since when campaigns do not write to them, an instant; absent: they may. */
  leftCampaigns: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ContactView = z.output<typeof contactView>;

/** With the newest of their tickets that whoever asks may see. */
export const contactWithTickets = contactView.extend({
  tickets: z.array(z.object({ id: z.string(), uuid: z.string(), status: z.string(), updatedAt: z.string() })),
});
export type ContactWithTickets = z.output<typeof contactWithTickets>;

/** Somebody in a group. `name` is empty where nobody knows one, `number` where only a hidden id is known. */
export const groupMemberView = z.object({
  contactId: z.string().nullable(),
  name: z.string(),
  number: z.string(),
  admin: z.boolean(),
});
export type GroupMemberView = z.output<typeof groupMemberView>;

/** A contact that became part of another. `name`, `number`: as they were before; `refusal`: why that cannot be undone. */
export const mergeView = z.object({
  contactId: z.string(),
  name: z.string(),
  number: z.string(),
  at: z.string(),
  by: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  /** It can be undone until then, unless both write in one ticket before. */
  until: z.string(),
  refusal: z.string().optional(),
  /** Where both wrote. */
  ticketId: z.string().optional(),
});
export type MergeView = z.output<typeof mergeView>;

/** A contact who was erased: who did it, how far it is, and what it took (the certificate). */
export const erasureView = z.object({
  contactId: z.string(),
  status: z.enum(['erasing', 'erased']),
  at: z.string(),
  completedAt: z.string().nullable(),
  by: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  taken: z
    .object({
      tickets: z.number(),
      messages: z.number(),
      notes: z.number(),
      files: z.number(),
      entries: z.number(),
    })
    .nullable(),
  /** What was stored before stands in the clear in the log; null: all of it, or it is not done yet. */
  sealedSince: z.string().nullable(),
  position: z.number(),
});
export type ErasureView = z.output<typeof erasureView>;

/** A page of contacts. */
export const contactPage = z.object({
  contacts: z.array(contactWithTickets),
  /** Of all that are found. */
  count: z.number(),
  hasMore: z.boolean(),
});
export type ContactPage = z.output<typeof contactPage>;

/** What becomes of a new contact: it is there now, it was there already, or its number is not on the network. */
export const contactCreation = z.union([
  contactView.extend({
    alreadyExists: z.literal(true).optional(),
    existingContact: contactView.optional(),
  }),
  z.object({ invalido: z.literal(true), name: z.string(), number: z.string() }),
]);
export type ContactCreation = z.output<typeof contactCreation>;

/** Whether a number is on the network; null: no connection is there to ask it. */
export const numberCheck = z.object({ exists: z.boolean().nullable() });
export type NumberCheck = z.output<typeof numberCheck>;
