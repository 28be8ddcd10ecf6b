import { queryOptions } from '@tanstack/react-query';
import type { BoardArrangement, BoardCards, BoardLanes } from '../../../contract/board.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import { api } from '../../shell/api.ts';
import type { Cards } from './patch.ts';

// Every call of the board; nothing else in this plugin names an address.

/**
 * Returns the query of the board's cards. @param queueIds those that the person serves: the server looks at no
 * others, whatever is asked
 */
export const cardsQuery = (queueIds: readonly string[]) =>
  queryOptions({
    queryKey: ['kanban', 'cards'],
    queryFn: async ({ signal }): Promise<Cards> => {
      const query = { queueIds: JSON.stringify(queueIds) };
      const answer = await api<BoardCards>('/ticket/kanban', {
        query,
        signal,
      });
      return { cards: new Map(answer.tickets.map((card) => [card.id, card])), hasMore: answer.hasMore };
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Made anew with each change: comparing thousands of cards would cost more than it saves.
    structuralSharing: false,
  });

export const lanesQuery = queryOptions({
  queryKey: ['kanban', 'lanes'],
  queryFn: async ({ signal }) => (await api<BoardLanes>('/tags/kanban', { signal })).lista,
});

export const arrangementQuery = queryOptions({
  queryKey: ['kanban', 'arrangement'],
  queryFn: ({ signal }) => api<BoardArrangement>('/kanban/arrangement', { signal }),
});

export const saveArrangement = (arrangement: BoardArrangement) =>
  api<BoardArrangement>('/kanban/arrangement', { method: 'PUT', body: arrangement });

export const moveToLane = (ticketId: string, tagId: string | null) =>
  api<TicketView>(`/tickets/${encodeURIComponent(ticketId)}/lane`, { method: 'POST', body: { tagId } });
