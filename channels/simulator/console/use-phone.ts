import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShownMessage } from '../shown-message.ts';
import { listNumbers, readChat } from './calls.ts';

/** The network has no feed for a browser: it is asked once a second while the phone is open and seen. */
const POLL_MS = 1_000;
const none: readonly ShownMessage[] = [];

/** Returns what that phone shows, and a way to look at once after having done something. */
export const useChat = (connectionId: string, number: string) => {
  const cache = useQueryClient();
  const queryKey = ['test-phone', connectionId, 'chat', number];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readChat(connectionId, number, signal),
    select: (answer) => answer.messages,
    enabled: number !== '',
    refetchInterval: POLL_MS,
    // A hidden tab asks nothing.
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
  });
  return {
    messages: query.data ?? none,
    error: query.data === undefined ? query.error : null,
    isPending: query.isPending && number !== '',
    look: () => cache.invalidateQueries({ queryKey }),
  };
};

/** Returns the numbers that have written or been written to. */
export const useNumbers = (connectionId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['test-phone', connectionId, 'numbers'],
    queryFn: ({ signal }) => listNumbers(connectionId, signal),
    select: (answer) => answer.numbers,
    enabled,
    staleTime: 0,
  }).data ?? [];
