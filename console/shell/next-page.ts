import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

interface Paged<Answer> {
  readonly refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  readonly fetchNextPage: () => Promise<Answer>;
}

/**
 * Returns what asks for a list's next page, the same one for ever. Asked for by itself, it would take the place of an
 * answer to the whole list that is on its way: what had changed while nobody followed would never come.
 * @returns a promise of the page; asked for again meanwhile it is the same one
 */
export function useNextPage<Answer>(
  { refetch, fetchNextPage }: Paged<Answer>,
  queryKey: QueryKey,
): () => Promise<Answer> {
  const cache = useQueryClient();
  const latestKey = useRef(queryKey);
  latestKey.current = queryKey;
  const asked = useRef<Promise<Answer>>(undefined);
  return useCallback(() => {
    const ask = async () => {
      // One that waits for the line is on its way as well.
      const status = cache.getQueryState(latestKey.current)?.fetchStatus ?? 'idle';
      if (status !== 'idle') await refetch({ cancelRefetch: false });
      return fetchNextPage();
    };
    asked.current ??= ask().finally(() => {
      asked.current = undefined;
    });
    return asked.current;
  }, [cache, refetch, fetchNextPage]);
}
