import type { BoardCard } from './board.ts';
import type { TicketView } from './ticket.ts';

// Apart from the shapes: screens need these without a schema.

/** In orders and limits: the lane of the tickets without a lane's tag. */
export const openLane = 'open';

/** Returns what the board shows of a ticket. */
export const cardOf = (ticket: TicketView): BoardCard => {
  const { id, uuid, status, userId, queueId, queue, tags, lastMessage, preview, position } = ticket;
  const { waitingSince, updatedAt, contact } = ticket;
  return {
    ...{ id, uuid, status, userId, queueId, queue, tags, lastMessage, preview, waitingSince, updatedAt },
    ...{ position },
    contact: {
      id: contact.id,
      name: contact.name,
      number: contact.number,
      profilePicUrl: contact.profilePicUrl,
    },
  };
};
