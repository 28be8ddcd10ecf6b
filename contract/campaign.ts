import { z } from 'zod';

const text = z.string();
const reference = z.string().nullable();
const namedRef = z.object({ id: z.string(), name: z.string() }).nullable();

const count = z.number().int().nonnegative();
/** What became of a campaign's recipients. */
export const campaignTotals = z.object({
  /** Whom it goes to: as many as there were when it began (in the report before that: as there are), and never fewer than it came to. */
  recipients: count,
  delivered: count,
  /** Questions that went out, and how many were answered with yes. */
  confirmationRequested: count,
  confirmed: count,
  /** Questions that wait for an answer. */
  asked: count,
  failed: count,
  leftOut: count,
  /** Neither delivered, nor asked, nor given up. */
  waiting: count,
});
export type CampaignTotals = z.output<typeof campaignTotals>;

/** A campaign. */
export const campaignView = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  status: z.enum(['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA']),
  message1: text,
  message2: text,
  message3: text,
  message4: text,
  message5: text,
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
  confirmation: z.boolean(),
  confirmationWords: z.array(z.string()),
  /** `YYYY-MM-DD HH:mm:ss` of the company's time. */
  scheduledAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  connectionId: reference,
  connection: namedRef,
  contactListId: reference,
  contactList: namedRef,
  tagListId: reference,
  tagList: namedRef,
  fileListId: reference,
  fileList: namedRef,
  queueId: reference,
  quietHours: z.boolean(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Whether it may be changed now. */
  editable: z.boolean(),
  /** Absent: it has not begun yet. */
  totals: campaignTotals.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type CampaignView = z.output<typeof campaignView>;

/** What a campaign waits for. */
export const campaignWaiting = z.object({
  /** Until when nothing goes out, `YYYY-MM-DD HH:mm:ss` of the company's time; null: nobody knows, or it goes on. */
  waitsUntil: z.string().nullable(),
  /** quietHours, disconnected, or for what it was stopped by itself: late (its time passed over a day ago), or a code. */
  waitsBecause: z.string().nullable(),
});
export type CampaignWaiting = z.output<typeof campaignWaiting>;

/** A page of campaigns. */
export const campaignPage = z.object({
  records: z.array(campaignView),
  hasMore: z.boolean(),
  count: z.number(),
  /** The newest one that goes out now, or waits to, whatever the list is narrowed to; null: none does. */
  running: campaignView.extend(campaignWaiting.shape).nullable(),
});
export type CampaignPage = z.output<typeof campaignPage>;

export const campaignReport = campaignTotals.extend(campaignWaiting.shape).extend({
  /** Why messages failed or were not sent, the most frequent first: left, gone, refused, noAnswer, or a code. */
  reasons: z.array(z.object({ reason: z.string(), count })),
  /** How far messages came with their contacts; each counts what came further too. */
  received: count,
  read: count,
  answered: count,
  /** Who answered by asking for no more campaigns. */
  left: count,
  /** Each text (1 to 5) that is said or went out: how often, and how many answered; the one that is answered most often first. */
  variants: z.array(z.object({ variant: z.number().int().min(1).max(5), sent: count, answered: count })),
  /** The text that is answered most often; null: nobody answered yet, or there is one text alone. */
  bestVariant: z.number().int().nullable(),
  /** Messages an hour of its connection, by the company's pace; null: without pauses. */
  hourly: count.nullable(),
  /** Seconds for which its connection pauses before the next message; null: it goes out at once, or nothing goes out. */
  nextInSeconds: count.nullable(),
  /** When the last one is written to at this pace, `YYYY-MM-DD HH:mm:ss` of the company's time; null: nobody waits, or nobody can say. */
  endsAt: z.string().nullable(),
});
export type CampaignReport = z.output<typeof campaignReport>;

export const shippingStates = ['sending', 'asked', 'confirmed', 'delivered', 'failed', 'leftOut'] as const;

/** One recipient that a campaign came to; its times are the company's. */
export const shippingView = z.object({
  id: z.string(),
  contactId: z.string(),
  recipient: z.string(),
  number: z.string(),
  state: z.enum(shippingStates),
  reason: z.string().nullable(),
  /** Which of the five texts, from 1. */
  variant: z.number(),
  /** Pages go on after it. */
  order: z.number(),
  confirmationRequestedAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
});
export type ShippingView = z.output<typeof shippingView>;

/** A page of a campaign's recipients. */
export const shippingPage = z.object({
  records: z.array(shippingView),
  hasMore: z.boolean(),
  count: z.number(),
});
export type ShippingPage = z.output<typeof shippingPage>;

/** One setting: its value as JSON. */
export const campaignSetting = z.object({ key: z.string(), value: z.string() });
