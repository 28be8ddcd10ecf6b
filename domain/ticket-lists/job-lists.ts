import type { Condition, Where } from '../where.ts';

// The tickets that no viewer asks for: what rounds look up and what records count.

const notClosed: Condition = { in: ['pending', 'open'] };

/** Returns the tickets in hand that nothing happened in since an instant. */
export const quietTickets = (since: string): Where => ({ status: 'open', updatedAt: { lt: since } });

/** Returns the open tickets of these users. */
export const ticketsHeldBy = (userIds: readonly string[]): Where => ({
  status: 'open',
  userId: { in: userIds },
});

/** Every ticket that is not closed. */
export const liveTickets: Where = { status: notClosed };

/** A field of a ticket that refers to other things by their ids. */
export type TicketReference = 'queueId' | 'tagIds';

/** Returns the tickets of a queue, or with a tag, that are not closed. */
export const liveTicketsOf = (field: TicketReference, id: string): Where => ({
  [field]: id,
  ...liveTickets,
});
