import type { TicketView } from '../../../../contract/ticket.ts';

type Held = Pick<TicketView, 'status' | 'userId' | 'user'>;

/** What became of the ticket on the screen without its reader. */
export interface Move {
  readonly kind: 'taken' | 'accepted' | 'pending' | 'closed';
  /** Who has it now. */
  readonly name: string;
}

/**
 * Returns what a change means to the agent who looks at the ticket: that it is no longer theirs, that another was
 * faster than they, that it is theirs ('back': nothing is left to say), or nothing.
 */
export function movedBy(before: Held, after: Held, me: string): Move | 'back' | undefined {
  if (after.status === 'open' && after.userId === me) return 'back';
  const name = after.user?.name ?? '';
  const wasMine = before.status === 'open' && before.userId === me;
  if (wasMine) return { kind: after.status === 'open' ? 'taken' : after.status, name };
  return before.status === 'pending' && after.status === 'open' ? { kind: 'accepted', name } : undefined;
}
