import type { TicketView } from '../../../../contract/ticket.ts';
import type { Rule } from '../../../../domain/access/policy.ts';

export type RowAction = 'accept' | 'peek' | 'transfer' | 'resolve' | 'return' | 'unread' | 'reopen';

/** Returns what can be done with a ticket from its list, the most usual first. The server checks each again. */
export function actionsFor(
  ticket: Pick<TicketView, 'status' | 'unreadMessages'>,
  can: (rule: Rule) => boolean,
): readonly RowAction[] {
  const peek: readonly RowAction[] = can('ticket:peek') ? ['peek'] : [];
  switch (ticket.status) {
    case 'pending':
      return ['accept', ...peek, 'transfer'];
    case 'open':
      return [
        ...peek,
        'transfer',
        'resolve',
        'return',
        ...(ticket.unreadMessages > 0 ? [] : ['unread' as const]),
      ];
    case 'closed':
      return ['reopen', ...peek];
    default:
      return ticket.status satisfies never;
  }
}

/**
 * Returns those that stand in the row itself while the pointer is there; the menu has all. A row that waits has
 * 'Accept' beside its text already: more buttons would lie on the contact's name.
 */
export const besideRow = (
  actions: readonly RowAction[],
  status: TicketView['status'],
): readonly RowAction[] =>
  actions.filter((action) =>
    status === 'pending' ? action === 'peek' : !['accept', 'return', 'unread'].includes(action),
  );
