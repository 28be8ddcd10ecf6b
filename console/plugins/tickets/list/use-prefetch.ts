import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { prefetchThread } from '../conversation/use-conversation.ts';

/** A pointer that rests this long on a row may be about to press it; one that only passes is not. */
const restMs = 80;

/**
 * Returns what fetches a row's conversation when it is about to be opened: the pointer rests on it, or is pressed.
 */
export function usePrefetch() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => ({
      rest: (ticketId: string) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => prefetchThread(cache, ticketId), restMs);
      },
      leave: () => clearTimeout(timer.current),
      press: (ticketId: string) => {
        clearTimeout(timer.current);
        prefetchThread(cache, ticketId);
      },
    }),
    [cache],
  );
}
