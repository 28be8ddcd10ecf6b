import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Change } from '../../../../contract/changes.ts';
import { channels } from '../../../../contract/channels.ts';
import type { MessageView } from '../../../../contract/message.ts';
import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useLive } from '../../../shell/live.ts';
import { useNextPage } from '../../../shell/next-page.ts';
import { useSession } from '../../../shell/session.tsx';
import { keys } from '../live-cache/keys.ts';
import { heldTicket, patchMessage } from '../live-cache/patch.ts';
import {
  type Before,
  type MessagePage,
  messagesOf,
  olderPage,
  pagesTo,
  reachOf,
} from '../live-cache/thread.ts';
import { patchNote } from '../notes/patch-notes.ts';
import { asMessage, useOutbox } from '../outbox/use-outbox.ts';
import { getTicket, listMessages } from '../ticket/calls.ts';
import type { OlderPages } from './thread.tsx';

/** Returns the ticket of an address: at once from a list that holds it, checked with the server behind that. */
export function useTicket(id: string) {
  const cache = useQueryClient();
  return useQuery<TicketView>({
    queryKey: keys.ticket(id),
    queryFn: async ({ signal }) => {
      const answer = await getTicket(id, signal);
      const held = heldTicket(cache, id);
      // A change may have overtaken the answer.
      return held !== undefined && held.position > answer.position ? held : answer;
    },
    placeholderData: () => heldTicket(cache, id),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    retry: false,
  });
}

/** Asks for a conversation's newest messages a moment before it is opened: the opening then shows them at once. */
export function prefetchThread(cache: QueryClient, ticketId: string): void {
  // What is held shows at once anyway, and may be open with older pages that must stay.
  if (cache.getQueryData(keys.thread(ticketId)) !== undefined) return;
  void cache.prefetchInfiniteQuery({
    queryKey: keys.thread(ticketId),
    queryFn: ({ pageParam, signal }) => listMessages(ticketId, pageParam, signal),
    initialPageParam: undefined as Before,
  });
}

/** Returns a ticket's messages with those on their way, oldest first, live. */
export function useThread(ticketId: string, contactId: string) {
  const cache = useQueryClient();
  const session = useSession();
  const { items, outbox } = useOutbox();
  const soughtId = useRef<string>(undefined);
  const reload = () => {
    void cache.invalidateQueries({ queryKey: keys.thread(ticketId) });
    void cache.invalidateQueries({ queryKey: keys.allNotes });
  };
  useLive(
    [channels.room(session.user.companyId, ticketId)],
    (items) => {
      for (const change of items)
        if (change.channel === channels.ticketNote(session.user.companyId))
          patchNote(cache, change as Change<NoteView>);
        else patchMessage(cache, change as Change<MessageView>);
    },
    reload,
    // The page's first subscription begins at its first frame: what was said since the thread was asked for is not in it.
    (whole) => {
      if (!whole) reload();
    },
  );
  const query = useInfiniteQuery<
    MessagePage,
    Error,
    InfiniteData<MessagePage, Before>,
    readonly unknown[],
    Before
  >({
    queryKey: keys.thread(ticketId),
    queryFn: ({ pageParam, signal }) => {
      const ask = (before: Before) => listMessages(ticketId, before, signal);
      if (pageParam === undefined) return ask(pageParam);
      const reach = reachOf(cache.getQueryData(keys.thread(ticketId)), pageParam);
      // Asked for anew, not by who seeks a message: that page comes behind it.
      if (reach !== undefined)
        return pagesTo(ask, pageParam, ({ cursors }) => cursors.before === null || cursors.before <= reach);
      const sought = soughtId.current;
      soughtId.current = undefined;
      return pagesTo(
        ask,
        pageParam,
        ({ messages }) => sought === undefined || messages.some(({ id }) => id === sought),
      );
    },
    initialPageParam: undefined,
    getNextPageParam: olderPage,
    // Not followed while closed: what was missed since is fetched on opening, what is held shows meanwhile.
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const confirmedMessages = useMemo(() => messagesOf(query.data), [query.data]);
  const { id, name } = session.user;
  const messages = useMemo(() => {
    const known = new Set(confirmedMessages.map((message) => message.id));
    const own = items.filter((item) => item.ticketId === ticketId && !known.has(item.id));
    return own.length === 0
      ? confirmedMessages
      : [...confirmedMessages, ...own.map((item) => asMessage(item, { id, name }, contactId))];
  }, [confirmedMessages, items, ticketId, contactId, id, name]);
  const fetchOlder = useNextPage(query);
  const older: OlderPages | undefined = query.hasNextPage
    ? {
        load: () => void fetchOlder(),
        loading: query.isFetchingNextPage,
        failed: query.isFetchNextPageError,
      }
    : undefined;
  /** Asks for the older page, and for some before it where the message that is sought is not in it. */
  const fetchTowards = useCallback(
    (messageId: string) => {
      soughtId.current = messageId;
      void fetchOlder();
    },
    [fetchOlder],
  );
  return { ...query, fetchNextPage: fetchOlder, messages, items, outbox, older, fetchTowards };
}
