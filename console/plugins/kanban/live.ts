import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import { patchQuery } from '../../shell/patch-query.ts';
import type { Session } from '../../shell/session.tsx';
import { type Cards, patchCards } from './patch.ts';

/** Brings a change of a ticket to the board, wherever it was made. */
export function applyToBoard(change: Change, cache: QueryClient, { subject, scope }: Session): void {
  const viewer = { ...subject, scope };
  patchQuery<Cards>(cache, ['kanban', 'cards'], (held) =>
    patchCards(held, change as Change<TicketView>, viewer),
  );
}

/** A command's answer is a change like any other: one's own board does not wait for the feed. */
export const applyAnswer = (ticket: TicketView, cache: QueryClient, session: Session): void => {
  const { id, position } = ticket;
  applyToBoard({ channel: 'answer', action: 'update', id, document: ticket, position }, cache, session);
};
