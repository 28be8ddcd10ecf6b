import { ids } from './declare.ts';

/** The plain fields of a ticket: one is added here and nowhere else (docs/how-to/ticket-field.md). */
export const ticketFields = {
  tagIds: ids({ event: 'TicketTagsChanged', filter: 'tags' }),
};
