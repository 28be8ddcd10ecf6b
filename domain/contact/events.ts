import { z } from 'zod';
import { claimLost } from '../kernel/claim-events.ts';
import type { EventOf } from '../kernel/schema.ts';

export const extraInfo = z
  .array(z.object({ id: z.string(), name: z.string().max(100), value: z.string().max(1000) }))
  .max(50);

/** Personal data of contacts: passes through the contact codec (domain/contact/codec.ts), never elsewhere in the log. */
const personal = {
  name: z.string(),
  /** Digits only, E.164 without the plus; a group's id for groups. Empty when only an lid is known. */
  number: z.string(),
  email: z.string().default(''),
  extraInfo: extraInfo.default([]),
};

export const contactEvents = {
  ContactCreated: z.object({
    contactId: z.string(),
    ...personal,
    isGroup: z.boolean().default(false),
    origin: z.enum(['inbound', 'agent', 'import', 'demo']).default('agent'),
  }),
  ContactUpdated: z.object({ contactId: z.string(), ...personal }),
  /** Another address of the same person on the messaging app (`lid`, number with or without the ninth digit). */
  ContactAliasAdded: z.object({ contactId: z.string(), alias: z.string() }),
  ContactPictureChanged: z.object({ contactId: z.string(), mediaId: z.string().nullable() }),
  ContactDeleted: z.object({ contactId: z.string() }),
  ContactErased: z.object({ contactId: z.string() }),
  ClaimLost: claimLost,
} as const;

export type ContactEvent = EventOf<typeof contactEvents>;
