import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import type { Viewer } from '../../../domain/ticket-lists/ticket-lists.ts';
import type { Session } from '../../shell/session.tsx';
import { type Cards, patchCards } from './patch.ts';

interface Recent {
  readonly at: number;
  readonly change: Change<TicketView>;
  readonly viewer: Viewer;
}

/** Longer than a request may take. */
const keptMs = 30_000;
const recentMoves: Recent[] = [];

/** Returns the changes that came since an instant (`performance.now()`). */
export const changesSince = (instant: number): readonly Recent[] =>
  recentMoves.filter(({ at }) => at >= instant);

const patchBoard = (cache: QueryClient, change: Change<TicketView>, viewer: Viewer): void => {
  cache.setQueryData<Cards>(['kanban', 'cards'], (held) => held && patchCards(held, change, viewer));
};

/** Brings a change of a ticket to the board, wherever it was made. */
export function applyToBoard(change: Change, cache: QueryClient, { subject, scope }: Session): void {
  const viewer = { ...subject, scope };
  const now = performance.now();
  while (recentMoves[0] !== undefined && now - recentMoves[0].at > keptMs) recentMoves.shift();
  recentMoves.push({ at: now, change: change as Change<TicketView>, viewer });
  patchBoard(cache, change as Change<TicketView>, viewer);
}

/** A command's answer is a change like any other: one's own board does not wait for the feed. */
export const applyAnswer = (ticket: TicketView, cache: QueryClient, session: Session): void => {
  const { id, position } = ticket;
  applyToBoard({ channel: 'answer', action: 'update', id, document: ticket, position }, cache, session);
};
