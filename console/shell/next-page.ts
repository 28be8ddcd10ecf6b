import { useCallback, useRef } from 'react';

interface Held {
  readonly data?: { readonly pages: readonly unknown[] } | undefined;
}
export interface PageAnswer extends Held {
  readonly isError: boolean;
  readonly hasNextPage: boolean;
}
/** An infinite query. */
export interface Paged<Answer extends PageAnswer = PageAnswer> extends Held {
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Answer>;
}

/** The page, behind an answer to the whole list and one more that took its place. */
const mostAsked = 3;

/**
 * Returns what asks for a list's next page, the same one for ever. Asked for by itself, it would take the place of an
 * answer to the whole list that is on its way: what had changed while nobody followed would never come.
 * @returns a promise of the page; asked for again meanwhile it is the same one
 */
export function useNextPage<Answer extends PageAnswer>({
  data,
  fetchNextPage,
}: Paged<Answer>): () => Promise<Answer> {
  const held = useRef(0);
  held.current = data?.pages.length ?? 0;
  const asked = useRef<Promise<Answer>>(undefined);
  return useCallback(() => {
    const ask = async (turn = 1): Promise<Answer> => {
      const before = held.current;
      // Where something is on its way already it is the answer to that.
      const answer = await fetchNextPage({ cancelRefetch: false });
      const isPage = (answer.data?.pages.length ?? 0) > before;
      return isPage || answer.isError || !answer.hasNextPage || turn === mostAsked ? answer : ask(turn + 1);
    };
    asked.current ??= ask().finally(() => {
      asked.current = undefined;
    });
    return asked.current;
  }, [fetchNextPage]);
}
