import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { connectionsQuery } from '../../../shell/connections.ts';
import { useNextPage } from '../../../shell/next-page.ts';
import { queuesQuery } from '../../../shell/queues.ts';
import { useSession } from '../../../shell/session.tsx';
import type { TicketFilter, Viewer } from '../live-cache/filter.ts';
import { keys } from '../live-cache/keys.ts';
import { viewerOf } from '../live-cache/live.ts';
import { followedSince } from '../live-cache/recent-changes.ts';
import { byWait, flatten, nextPage, type TicketPage } from '../live-cache/ticket-list.ts';
import { countTickets, listTags, listTickets, listUsers } from '../ticket/calls.ts';

// Patched from changes, never refetched by time or focus: only a resync loads them again.
const patchOptions = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};

export function useViewer(): Viewer {
  const session = useSession();
  return useMemo(() => viewerOf(session), [session]);
}

export function useTicketList(filter: TicketFilter, enabled = true) {
  const cache = useQueryClient();
  const query = useInfiniteQuery<
    TicketPage,
    Error,
    InfiniteData<TicketPage, number>,
    readonly unknown[],
    number
  >({
    queryKey: keys.list(filter),
    queryFn: async ({ pageParam, signal }) => {
      const startedAt = performance.now();
      const page = await listTickets(filter, pageParam, signal);
      // Followed only since it was asked for: what changed between the two nobody has told. It is shown all the same, and
      // asked for again behind it: who has just signed in does not wait for the second answer.
      if (followedSince() > startedAt)
        setTimeout(() => void cache.invalidateQueries({ queryKey: keys.list(filter), exact: true }));
      return page;
    },
    initialPageParam: 1,
    getNextPageParam: (_, pages) => nextPage(pages),
    enabled,
    ...patchOptions,
  });
  const tickets = useMemo(() => flatten(query.data), [query.data]);
  const fetchNextPage = useNextPage(query);
  return { ...query, tickets, fetchNextPage };
}

export const useCounts = (filter: TicketFilter) =>
  useQuery({
    queryKey: keys.counts(filter),
    queryFn: ({ signal }) => countTickets(filter, signal),
    ...patchOptions,
  }).data;

type Base = Pick<TicketFilter, 'showAll' | 'queueIds'>;

/**
 * Returns both halves of the open tab, kept whether they are shown or not: the other half opens at once, and the counts
 * are known from the lists. `pending` stands by the wait, the longest first, and behind them those who wait for no
 * answer; or, if wanted, by the last change. `next` is who waits longest; `known` is false until that can be said.
 */
export function useHalves({ showAll, queueIds }: Base, latestFirst: boolean) {
  const openList = useTicketList({ showAll, queueIds, status: 'open' });
  const pendingList = useTicketList({ showAll, queueIds, status: 'pending' });
  // Pages come by the last change: of a single one the order is made here, with more who waits longest may stand on the last.
  const hasMore = pendingList.hasNextPage;
  const waitingList = useTicketList({ showAll, queueIds, status: 'pending', order: 'waiting' }, hasMore);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = waitingList;
  const drained = hasMore && waitingList.tickets.length === 0 && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (drained) void fetchNextPage();
  }, [drained, fetchNextPage]);
  // Behind the last who waits stand those who do not: they are sought in the pages by the last change.
  const { fetchNextPage: fetchRest } = pendingList;
  const tail =
    !latestFirst && waitingList.isSuccess && !hasNextPage && hasMore && !pendingList.isFetchingNextPage;
  useEffect(() => {
    if (tail && !pendingList.isError) void fetchRest();
  }, [tail, pendingList.isError, fetchRest]);
  const sortedTickets = useMemo(() => {
    if (!hasMore) return byWait(pendingList.tickets);
    return hasNextPage
      ? waitingList.tickets
      : [...waitingList.tickets, ...pendingList.tickets.filter((ticket) => ticket.waitingSince === null)];
  }, [waitingList.tickets, pendingList.tickets, hasMore, hasNextPage]);
  // Of a page that is not all of them nobody can say who waits longest: better nobody than the wrong one.
  const unsure = hasMore && !waitingList.isSuccess;
  const nextTicket = unsure
    ? undefined
    : ((hasMore ? waitingList.tickets[0] : undefined) ?? longestWaiting(pendingList.tickets));
  const restOfList = hasMore && hasNextPage ? waitingList : pendingList;
  return {
    open: openList,
    pending: latestFirst
      ? pendingList
      : {
          ...(hasMore ? waitingList : pendingList),
          tickets: sortedTickets,
          hasNextPage: restOfList.hasNextPage,
          isFetchingNextPage: restOfList.isFetchingNextPage,
          fetchNextPage: restOfList.fetchNextPage,
        },
    next: nextTicket,
    known: pendingList.isSuccess && !unsure,
  };
}

/** Returns who waits longest of tickets that are all there; without anyone who waits for an answer, the oldest. */
function longestWaiting(tickets: readonly TicketView[]): TicketView | undefined {
  const pending = tickets.filter((ticket) => ticket.status === 'pending');
  const [first] = byWait(pending);
  return first === undefined || first.waitingSince !== null
    ? first
    : pending.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt))[0];
}

const reference = { staleTime: 60_000, refetchOnWindowFocus: false };
export const useQueues = () => useQuery({ ...queuesQuery, ...reference }).data ?? [];
export const useTagsQuery = () =>
  useQuery({ queryKey: keys.tags, queryFn: ({ signal }) => listTags(signal), ...reference });
export const useTags = () => useTagsQuery().data ?? [];
export const useUsers = (enabled = true) =>
  useQuery({ queryKey: keys.users, queryFn: ({ signal }) => listUsers(signal), enabled, ...reference })
    .data ?? [];
/** Returns colleagues as they sit now: who is at their desk is asked when it matters, not followed. */
export const useColleagues = () =>
  useQuery({
    queryKey: keys.users,
    queryFn: ({ signal }) => listUsers(signal),
    ...reference,
    refetchOnMount: 'always',
  }).data ?? [];
export const useConnections = (enabled = true) =>
  useQuery({ ...connectionsQuery, ...reference, enabled }).data ?? [];
