import { z } from 'zod';
import { messageView } from './message.ts';
import { noteView } from './note.ts';
import { ticketView } from './ticket.ts';

/** GET /tickets/{id}/history. */
export const historyEventView = z.object({
  revision: z.number(),
  position: z.number(),
  type: z.string(),
  at: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  data: z.record(z.string(), z.unknown()),
  /** What the user of `data.userId` is called, or was before they left; absent: none is named, or nobody knows. */
  userName: z.string().optional(),
});
export type HistoryEventView = z.output<typeof historyEventView>;

/** Some of a ticket's events. `hasMore`: there are others after the last, or before the first when it was asked for those before. */
export const historyPage = z.object({ events: z.array(historyEventView), hasMore: z.boolean() });
export type HistoryPage = z.output<typeof historyPage>;

/** GET /tickets/{id}/as-of. */
export const asOfView = z.object({
  revision: z.number(),
  at: z.string(),
  ticket: ticketView,
  messages: z.array(messageView),
  /** Asks for the messages before these; null: there are none. */
  before: z.number().nullable(),
  notes: z.array(noteView),
});
export type AsOfView = z.output<typeof asOfView>;
