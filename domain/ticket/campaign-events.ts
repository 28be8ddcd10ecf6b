import { z } from 'zod';
import { failure } from './failure.ts';

/** `shippingId`: the campaign and one of its recipients; `messageId`: its question or its message, by `kind`. */
const shipping = {
  ticketId: z.string(),
  messageId: z.string(),
  campaignId: z.string(),
  shippingId: z.string(),
};
const kind = z.enum(['question', 'message']);

export const campaignMessageEvents = {
  /** What a campaign asks or says is in the conversation, by the MessageQueued that follows. */
  CampaignMessageQueued: z.object({
    ...shipping,
    kind,
    contactId: z.string(),
    connectionId: z.string(),
    /** Which of the five texts, from 0. */
    variant: z.number().int().nonnegative(),
    /** Of a question: what counts as yes, and until when (an instant). */
    awaits: z.object({ words: z.array(z.string()), until: z.iso.datetime() }).optional(),
    /** Of a message: its question was answered with yes. */
    confirmed: z.boolean().default(false),
  }),
  /** The network took it, or it is not going out. `before`: what was known of it. */
  CampaignMessageSettled: z.object({
    ...shipping,
    kind,
    outcome: z.enum(['sent', 'failed']),
    before: z.enum(['queued', 'sent', 'failed']),
    failure: failure.optional(),
    /** Code of the failure before, of which nothing is left now. */
    formerCode: z.string().optional(),
    /** Which of the five texts, from 0; absent: was written before that was told here. */
    variant: z.number().int().nonnegative().optional(),
  }),
  /** How far a message that went out came with its contact; what comes later implies what is before it. `before`: how far it was. */
  CampaignMessageReached: z.object({
    ...shipping,
    variant: z.number().int().nonnegative(),
    before: z.enum(['sent', 'received', 'read']),
    reached: z.enum(['received', 'read', 'answered']),
  }),
  /** The contact answered the campaign with a word by which people leave. */
  CampaignLeft: z.object(shipping),
  /** What the contact said to a campaign's question; `none`: nothing in its time. */
  CampaignAnswered: z.object({
    ...shipping,
    answer: z.enum(['yes', 'no', 'none']),
  }),
} as const;
