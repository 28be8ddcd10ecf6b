import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AsOfView } from '../../../../contract/history.ts';
import { keys } from '../live-cache/keys.ts';
import { getAsOf } from '../ticket/calls.ts';

/** Sliding over a hundred revisions asks for those it rests on. */
const REST_MS = 30;

const restFor = (signal: AbortSignal) =>
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

const asOf = (ticketId: string, revision: number, count: number) => ({
  queryKey: keys.asOf(ticketId, revision, count),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    await restFor(signal);
    return getAsOf(ticketId, revision, count, signal);
  },
  // The past does not change; whole conversations are not kept for long either.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: 1,
});

function prefetch(cache: QueryClient, ticketId: string, revisions: readonly number[], count: number) {
  for (const revision of revisions) void cache.prefetchQuery(asOf(ticketId, revision, count));
}

/**
 * Returns the ticket at a revision, with as many of its newest messages as are drawn; until it is there, as it was at
 * the one shown before. `nextRevisions`: those to have ready.
 */
export function useAsOf(
  ticketId: string,
  revision: number | undefined,
  count: number,
  nextRevisions: readonly number[],
) {
  const cache = useQueryClient();
  const query = useQuery<AsOfView>({
    ...asOf(ticketId, revision ?? 0, count),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  });
  const ready = query.isSuccess && !query.isPlaceholderData;
  const wanted = nextRevisions.join(' ');
  useEffect(() => {
    if (!ready || wanted === '') return;
    prefetch(cache, ticketId, wanted.split(' ').map(Number), count);
  }, [cache, ticketId, ready, wanted, count]);
  return query;
}
