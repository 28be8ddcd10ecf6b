import { z } from 'zod';
import type { EventOf } from '../kernel/schema.ts';
import { media } from '../ticket/events.ts';

export const variants = 5;
const texts = z.array(z.string()).length(variants);
const reference = z.string().nullable();

const content = {
  name: z.string(),
  /** Five each; '': there is no such variant. */
  messages: texts,
  confirmationMessages: texts,
  /** Its message goes out only to who said yes to the question of their variant. */
  confirmation: z.boolean(),
  confirmationWords: z.array(z.string()),
  /** An instant; null: it begins when somebody says so. */
  scheduledAt: z.iso.datetime().nullable(),
  connectionId: reference,
  contactListId: reference,
  tagListId: reference,
  fileListId: reference,
  /** Where the answers go. */
  queueId: reference,
  /** Nothing goes out from 20 h to 8 h of the company's time. */
  quietHours: z.boolean(),
};
const campaignId = z.string();

const interval = z.number().int().min(0).max(120);
const settings = {
  messageInterval: interval,
  longerIntervalAfter: interval,
  greaterInterval: interval,
  variables: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Who writes one of these is never written to by a campaign again. */
  leavingWords: z.array(z.string()),
};

export const campaignEvents = {
  CampaignCreated: z.object({
    campaignId,
    ...content,
    userId: z.string().nullable(),
    media: media.optional(),
  }),
  /** `waits`: restarted before it had begun and before its time, for which it waits again. */
  CampaignUpdated: z.object({ campaignId, ...content, waits: z.literal(true).optional() }),
  /** `media` absent: it has none any more. */
  CampaignMediaChanged: z.object({ campaignId, media: media.optional() }),
  /** By itself at its time, by somebody at once, or again after it was cancelled. */
  CampaignStarted: z.object({
    campaignId,
    scheduledAt: z.iso.datetime(),
    /** How many there were to write to at that moment. */
    recipients: z.number().int().nonnegative().optional(),
  }),
  /** `code`: it could not begin or go on by itself, and why (`late`: its time had long passed); absent: somebody stopped it. */
  CampaignCancelled: z.object({ campaignId, code: z.string().optional() }),
  /** Nobody is left to be written to. */
  CampaignFinished: z.object({ campaignId }),
  CampaignDeleted: z.object({ campaignId }),
} as const;

export const campaignSettingsEvents = {
  CampaignSettingsChanged: z.object(settings),
} as const;

export const shippingEvents = {
  /** Somebody among the recipients is not written to: they asked for that (`left`), or are no contact any more (`gone`). */
  CampaignRecipientLeftOut: z.object({
    shippingId: z.string(),
    campaignId,
    contactId: z.string(),
    reason: z.enum(['left', 'gone']),
    /** They had said yes to its question. */
    confirmed: z.boolean().optional(),
  }),
} as const;
export type ShippingEvent = EventOf<typeof shippingEvents>;

export type CampaignEvent = EventOf<typeof campaignEvents>;
export type CampaignSettingsEvent = EventOf<typeof campaignSettingsEvents>;
