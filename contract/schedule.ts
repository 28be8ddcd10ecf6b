import { z } from 'zod';
import { recurrenceRule } from '../domain/schedule/events.ts';
import { userRef } from './refs.ts';

/** A message that is sent later, under the specification's names. */
export const scheduleView = z.object({
  id: z.string(),
  body: z.string(),
  contactId: z.string(),
  contact: z.object({ id: z.string(), name: z.string() }),
  /** Instants. */
  sendAt: z.string(),
  sentAt: z.string().nullable(),
  status: z.enum(['PENDENTE', 'ENVIANDO', 'ENVIADA', 'ERRO']),
  /** Why it was not sent (code). */
  reason: z.string().nullable(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  whatsappId: z.string().nullable(),
  whatsapp: z.object({ id: z.string(), name: z.string() }).nullable(),
  queueId: z.string().nullable(),
  recurrence: recurrenceRule.nullable(),
  ticketId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  position: z.number(),
});
export type ScheduleView = z.output<typeof scheduleView>;
