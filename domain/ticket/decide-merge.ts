import type { TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import type { KnownTicket, LiveTicket } from './state.ts';

/** Returns the events that give the ticket of a contact that was merged into another one to that one; `undone`: back to the former one. */
export const changeContact = (
  { data: { contactId, claim, claimRevision, undone } }: TicketCommandOf<'ChangeTicketContact'>,
  ticket: KnownTicket,
): TicketEvent[] => {
  const { ticketId, contactId: beforeContactId } = ticket;
  if (ticket.status === 'deleted' || beforeContactId === contactId) return [];
  return [
    {
      type: 'TicketContactChanged',
      data: {
        ticketId,
        contactId,
        beforeContactId,
        claim,
        claimRevision: claimRevision ?? -1,
        ...(undone && { undone }),
      },
    },
  ];
};

/**
 * Returns the events that join another ticket to this one. `unread`: nobody has seen all of the other one; this one
 * then counts as unread.
 */
export const join = (
  { data: { joinedTicketId, unread } }: TicketCommandOf<'JoinTicket'>,
  { ticketId, joined, unread: already }: LiveTicket,
): TicketEvent[] => {
  if (joined?.includes(joinedTicketId)) return [];
  return [
    { type: 'TicketJoined', data: { ticketId, joinedTicketId } },
    ...(unread && !already ? [{ type: 'TicketMarkedUnread' as const, data: { ticketId } }] : []),
  ];
};
