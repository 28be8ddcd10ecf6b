import { z } from 'zod';
import { userRef } from './refs.ts';

/** A note of a ticket, for colleagues only. `order`: its place among the ticket's messages. */
export const noteView = z.object({
  id: z.string(),
  note: z.string(),
  ticketId: z.string(),
  contactId: z.string(),
  userId: z.string().nullable(),
  user: userRef.nullable(),
  order: z.number(),
  createdAt: z.string(),
  position: z.number(),
});
export type NoteView = z.output<typeof noteView>;
