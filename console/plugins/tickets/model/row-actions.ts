import type { Rule } from '../../../../domain/access/policy.ts';
import type { TicketView } from '../../../../domain/views/index.ts';

export type RowAction = 'accept' | 'peek' | 'transfer' | 'resolve' | 'return' | 'reopen';

/** What can be done with a ticket from its list, the most usual first. The server checks each again. */
export const actionsFor = (
  ticket: Pick<TicketView, 'status'>,
  can: (rule: Rule) => boolean,
): readonly RowAction[] => {
  const peek: readonly RowAction[] = can('ticket:peek') ? ['peek'] : [];
  switch (ticket.status) {
    case 'pending':
      return ['accept', ...peek, 'transfer'];
    case 'open':
      return [...peek, 'transfer', 'resolve', 'return'];
    case 'closed':
      return ['reopen', ...peek];
    default:
      return ticket.status satisfies never;
  }
};
