import type { BoardCard } from './board.ts';
import type { TicketView } from './ticket.ts';

// Apart from the shapes: screens need these without a schema.

/** In orders and limits: the lane of the tickets without a lane's tag. */
export const openLane = 'open';

/** Returns what the board shows of a ticket. */
export const cardOf = (ticket: TicketView): BoardCard => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  queue: ticket.queue,
  tags: ticket.tags,
  lastMessage: ticket.lastMessage,
  preview: ticket.preview,
  waitingSince: ticket.waitingSince,
  updatedAt: ticket.updatedAt,
  position: ticket.position,
  contact: {
    id: ticket.contact.id,
    name: ticket.contact.name,
    number: ticket.contact.number,
    profilePicUrl: ticket.contact.profilePicUrl,
  },
});
