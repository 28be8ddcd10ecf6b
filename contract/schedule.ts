import { z } from 'zod';
import { recurrenceRule } from '../domain/schedule/events.ts';
import { userRef } from './refs.ts';

/** A message that is sent later. */
export const scheduleView = z.object({
  id: z.string(),
  body: z.string(),
  contactId: z.string(),
  contact: z.object({ id: z.string(), name: z.string() }),
  /** Instants. */
  sendAt: z.string(),
  sentAt: z.string().nullable(),
  status: z.enum(['PENDENTE', 'ENVIANDO', 'ENVIADA', 'ERRO', 'CANCELADA']),
  /** Why it was not sent (code); CONTACT_WROTE of a cancelled one. */
  reason: z.string().nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  connectionId: z.string().nullable(),
  connection: z.object({ id: z.string(), name: z.string() }).nullable(),
  queueId: z.string().nullable(),
  recurrence: recurrenceRule.nullable(),
  /** Whether it is cancelled when the contact writes before its time. */
  cancelOnReply: z.boolean(),
  /** When the contact wrote, of a cancelled one. */
  cancelledAt: z.string().nullable(),
  /** Its conversation; of a cancelled one that in which the contact wrote. */
  ticketId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ScheduleView = z.output<typeof scheduleView>;

/** A page of messages that are sent later. */
export const schedulePage = z.object({
  schedules: z.array(scheduleView),
  hasMore: z.boolean(),
  count: z.number(),
});
export type SchedulePage = z.output<typeof schedulePage>;

/** The hours that hold for a message at a time: whose they are, whether it is open then, and when it opens. */
export const scheduleHours = z.object({
  of: z.enum(['queue', 'company']).nullable().describe('null: no hours hold for it'),
  isOpen: z.boolean(),
  opensAt: z.string().nullable().describe('The first instant from then on at which it is open; null: never'),
});
export type ScheduleHours = z.output<typeof scheduleHours>;
