import { useQuery } from '@tanstack/react-query';
import { keys } from '../live-cache/keys.ts';
import { countTickets } from '../ticket/calls.ts';

const mine = { showAll: false, queueIds: [] };

/** The menu's count: who waits in the agent's queues, whatever the list is filtered by. */
export const usePendingBadge = (): number =>
  useQuery({
    queryKey: keys.counts(mine),
    queryFn: ({ signal }) => countTickets(mine, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.pending ?? 0;
