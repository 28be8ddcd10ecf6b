import type { TicketView } from '../../../../domain/views/index.ts';

type Held = Pick<TicketView, 'status' | 'userId'>;

/** The message about an own ticket that is no longer the agent's; undefined while it is, or never was. */
export const movedBy = (before: Held, after: Held, me: string): `tickets.moved.${string}` | undefined => {
  const mine = (ticket: Held) => ticket.status === 'open' && ticket.userId === me;
  if (!mine(before) || mine(after)) return undefined;
  if (after.status === 'closed') return 'tickets.moved.closed';
  return after.status === 'pending' || after.userId === null
    ? 'tickets.moved.pending'
    : 'tickets.moved.taken';
};
