import { useQuery } from '@tanstack/react-query';
import { keys } from '../live-cache/keys.ts';
import { countTickets } from '../ticket/calls.ts';

const ownFilter = { showAll: false, queueIds: [] };

/** Returns the menu's count: who waits in the agent's queues, whatever the list is filtered by. */
export const usePendingBadge = (): number =>
  useQuery({
    queryKey: keys.counts(ownFilter),
    queryFn: ({ signal }) => countTickets(ownFilter, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.pending ?? 0;
