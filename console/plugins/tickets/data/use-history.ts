import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import {
  type AsOfView,
  channels,
  type HistoryEventView,
  type MessageView,
} from '../../../../domain/views/index.ts';
import { useLive } from '../../../shell/live.ts';
import { useSession } from '../../../shell/session.tsx';
import { getAsOf, getHistory } from './calls.ts';
import { keys } from './keys.ts';

/** What comes together (a message and its ticket) is asked for once. */
const GATHER_MS = 120;

/** Every event of a ticket, asked for once; what happens meanwhile is added at the end. */
export const useHistory = (ticketId: string) => {
  const cache = useQueryClient();
  const { companyId } = useSession().user;
  const key = keys.history(ticketId);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extend = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void cache.invalidateQueries({ queryKey: keys.history(ticketId) }),
      GATHER_MS,
    );
  }, [cache, ticketId]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(
    [channels.ticket(companyId), channels.room(companyId, ticketId)],
    (items) => {
      if (
        items.some(({ id, document }) => id === ticketId || (document as MessageView)?.ticketId === ticketId)
      )
        extend();
    },
    extend,
  );
  return useQuery<readonly HistoryEventView[]>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const held = cache.getQueryData<readonly HistoryEventView[]>(key) ?? [];
      const last = held.at(-1)?.revision;
      const { events } = await getHistory(ticketId, signal, last);
      return events.length === 0 ? held : [...held, ...events];
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    retry: false,
  });
};

/** Sliding over a hundred revisions asks for those it rests on. */
const REST_MS = 30;

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, REST_MS);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('Slid on', 'AbortError'));
      },
      { once: true },
    );
  });

const asOf = (ticketId: string, revision: number) => ({
  queryKey: keys.asOf(ticketId, revision),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    await rest(signal);
    return getAsOf(ticketId, revision, signal);
  },
  // The past does not change; whole conversations are not kept for long either.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: 1,
});

const prefetch = (cache: QueryClient, ticketId: string, revisions: readonly number[]) => {
  for (const revision of revisions) void cache.prefetchQuery(asOf(ticketId, revision));
};

/** The ticket at a revision; until it is there, as it was at the one shown before. `next`: those to have ready. */
export const useAsOf = (ticketId: string, revision: number | undefined, next: readonly number[]) => {
  const cache = useQueryClient();
  const query = useQuery<AsOfView>({
    ...asOf(ticketId, revision ?? 0),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  });
  const ready = query.isSuccess && !query.isPlaceholderData;
  const wanted = next.join(' ');
  useEffect(() => {
    if (!ready || wanted === '') return;
    prefetch(cache, ticketId, wanted.split(' ').map(Number));
  }, [cache, ticketId, ready, wanted]);
  return query;
};
