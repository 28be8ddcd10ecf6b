import { z } from 'zod';
import type { Personal } from '../kernel/personal.ts';
import type { EventOf } from '../kernel/schema.ts';
import { media } from '../ticket/events.ts';

/** How a message comes again, in the company's time zone. It ends after a day (yyyy-MM-dd), after so many, or never. */
export const recurrenceRule = z.object({
  frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']),
  interval: z.number().int().min(1).max(99),
  /** Of weekly ones: 0 is Sunday. None: that of the first. */
  weekdays: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  until: z.iso.date().nullable().default(null),
  count: z.number().int().min(1).max(999).nullable().default(null),
});
export type RecurrenceRule = z.output<typeof recurrenceRule>;

const content = {
  contactId: z.string(),
  body: z.string(),
  /** An instant. */
  sendAt: z.iso.datetime(),
  /** Null: whichever the contact is written to by, when the time has come. */
  connectionId: z.string().nullable(),
  queueId: z.string().nullable(),
  recurrence: recurrenceRule.nullable(),
  /**
   * The first of those that come again, and which of them this is (from 1 on). `after`: when the one before it was due; what
   * the contact wrote until then answered that one.
   */
  series: z.object({
    first: z.iso.datetime(),
    index: z.number().int().min(1),
    after: z.iso.datetime().optional(),
  }),
  /** Whether it is not sent when the contact writes before its time; absent: it is. */
  cancelOnReply: z.boolean().optional(),
};
const scheduleId = z.string();

export const scheduleEvents = {
  /** `userId`: who scheduled it; null: nobody of the company. */
  ScheduleCreated: z.object({
    scheduleId,
    ...content,
    userId: z.string().nullable(),
    media: media.optional(),
  }),
  ScheduleUpdated: z.object({ scheduleId, ...content }),
  /** `media` absent: it has none any more. */
  ScheduleMediaChanged: z.object({ scheduleId, contactId: z.string(), media: media.optional() }),
  /** Its time has come: this message in this ticket, and no other, is the one it becomes. */
  ScheduleSending: z.object({ scheduleId, ticketId: z.string(), messageId: z.string() }),
  ScheduleSent: z.object({ scheduleId, sentAt: z.string() }),
  ScheduleFailed: z.object({ scheduleId, code: z.string() }),
  /** After a failure: once more, at that instant. */
  ScheduleRetried: z.object({ scheduleId, sendAt: z.string() }),
  /** The contact wrote this before its time: it is not sent, unless somebody schedules it again. */
  ScheduleCancelled: z.object({ scheduleId, ticketId: z.string(), messageId: z.string() }),
  ScheduleDeleted: z.object({ scheduleId }),
} as const;

const noSayings = { body: '', 'media.name': '' };
export const schedulePersonal: Personal<typeof scheduleEvents> = {
  ScheduleCreated: noSayings,
  ScheduleUpdated: noSayings,
  ScheduleMediaChanged: { 'media.name': '' },
};

export type ScheduleEvent = EventOf<typeof scheduleEvents>;
