import { createContext, useContext, useEffect } from 'react';
import { useListLocation } from './use-list-location.ts';
import { useCounts, useHalves, useTicketList } from './use-lists.ts';

interface Options {
  /** The conversation on the screen. */
  readonly current: string | undefined;
  readonly onNew: () => void;
}

/** Returns the list the address asks for, as far as it is loaded, and how to go to another one. */
export function usePanelList({ current, onNew }: Options) {
  const location = useListLocation();
  const { listLocation, base, filter, preferences } = location;
  const counts = useCounts(base);
  const halves = useHalves(base, preferences.latestFirst);
  const other = useTicketList(filter ?? base, filter !== undefined && listLocation.tab !== 'open');
  const query =
    listLocation.tab !== 'open' ? other : listLocation.half === 'assigned' ? halves.open : halves.pending;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // Live changes may take rows away until the list no longer fills its height, and nobody can scroll to the rest.
  const tooFew = query.tickets.length < 12 && hasNextPage && !isFetchingNextPage && !query.isError;
  useEffect(() => {
    if (tooFew) void fetchNextPage();
  }, [tooFew, fetchNextPage]);
  return {
    ...location,
    counts,
    halves,
    query,
    /** Nothing was looked for yet. */
    idle: filter === undefined,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    current,
    onNew,
  };
}

export const ListContext = createContext<ReturnType<typeof usePanelList> | undefined>(undefined);

/** Returns the list of the panel around; throws outside of it. */
export function useList() {
  const list = useContext(ListContext);
  if (list === undefined) throw new Error('No list is around');
  return list;
}
