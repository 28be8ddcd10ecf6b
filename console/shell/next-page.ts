import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

interface Paged {
  readonly refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * Returns what asks for a list's next page, the same one for ever. Asked for by itself, it would take the place of an
 * answer to the whole list that is on its way: what had changed while nobody followed would never come.
 * @returns a promise of the page; asked for again meanwhile it is the same one
 */
export function useNextPage({ refetch, fetchNextPage }: Paged, queryKey: QueryKey): () => Promise<unknown> {
  const cache = useQueryClient();
  const latestKey = useRef(queryKey);
  latestKey.current = queryKey;
  const asked = useRef<Promise<unknown>>(undefined);
  return useCallback(() => {
    const ask = async () => {
      const isFetching = cache.isFetching({ queryKey: latestKey.current, exact: true }) > 0;
      if (isFetching) await refetch({ cancelRefetch: false });
      return fetchNextPage();
    };
    asked.current ??= ask().finally(() => {
      asked.current = undefined;
    });
    return asked.current;
  }, [cache, refetch, fetchNextPage]);
}
