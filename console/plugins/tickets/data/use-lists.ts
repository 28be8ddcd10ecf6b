import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Change, channels, type TicketView } from '../../../../domain/views/index.ts';
import { useLive } from '../../../shell/live.ts';
import { useSession } from '../../../shell/session.tsx';
import type { TicketFilter, Viewer } from '../model/filter.ts';
import { flatten, nextPage, type TicketPage } from '../model/ticket-list.ts';
import { countTickets, listConnections, listQueues, listTags, listTickets, listUsers } from './calls.ts';
import { keys } from './keys.ts';
import { patchTicket } from './patch.ts';

// Patched from changes, never refetched by time or focus: only a resync loads them again.
const patched = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};

export const useViewer = (): Viewer => {
  const { scope, subject } = useSession();
  return useMemo(() => ({ ...scope, ownQueueIds: subject.queueIds }), [scope, subject]);
};

export const useTicketList = (filter: TicketFilter, enabled = true) => {
  const query = useInfiniteQuery<
    TicketPage,
    Error,
    InfiniteData<TicketPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => listTickets(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => nextPage(pages),
    enabled,
    ...patched,
  });
  const tickets = useMemo(() => flatten(query.data), [query.data]);
  return { ...query, tickets };
};

export const useCounts = (filter: TicketFilter) =>
  useQuery({
    queryKey: keys.counts(filter),
    queryFn: ({ signal }) => countTickets(filter, signal),
    ...patched,
  }).data;

/** Who waits longest under the filter: what 'accept next' takes. */
export const useNextWaiting = (base: TicketFilter): TicketView | undefined => {
  const { tickets, hasNextPage, isFetchingNextPage, fetchNextPage } = useTicketList({
    showAll: base.showAll,
    queueIds: base.queueIds,
    status: 'pending',
    order: 'waiting',
  });
  const drained = tickets.length === 0 && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (drained) void fetchNextPage();
  }, [drained, fetchNextPage]);
  return tickets[0];
};

/** The one subscription that keeps every list, count and open ticket of the screen up to date. */
export const useLiveTickets = (): void => {
  const cache = useQueryClient();
  const viewer = useViewer();
  const companyId = useSession().user.companyId;
  useLive(
    [channels.ticket(companyId)],
    (items) => {
      for (const change of items) patchTicket(cache, viewer, change as Change<TicketView>);
    },
    () => {
      void cache.invalidateQueries({ queryKey: ['tickets'] });
    },
  );
};

const reference = { staleTime: 60_000, refetchOnWindowFocus: false };
export const useQueues = () =>
  useQuery({ queryKey: keys.queues, queryFn: ({ signal }) => listQueues(signal), ...reference }).data ?? [];
export const useTags = () =>
  useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => listTags(signal), ...reference }).data ?? [];
export const useUsers = (enabled = true) =>
  useQuery({ queryKey: keys.users, queryFn: ({ signal }) => listUsers(signal), enabled, ...reference })
    .data ?? [];
export const useConnections = (enabled = true) =>
  useQuery({
    queryKey: keys.connections,
    queryFn: ({ signal }) => listConnections(signal),
    enabled,
    ...reference,
  }).data ?? [];
