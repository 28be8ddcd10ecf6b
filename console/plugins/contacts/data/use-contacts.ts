import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContactView } from '../../../../contract/contact.ts';
import { useNextPage } from '../../../shell/next-page.ts';
import { useSession } from '../../../shell/session.tsx';
import type { ContactFilter } from '../model/contact-filter.ts';
import { type ContactPage, flatten, nextPage } from '../model/contact-list.ts';
import { listContacts } from './calls.ts';
import { keys } from './keys.ts';
import { applyContactChangeLive } from './live.ts';

type Data = InfiniteData<ContactPage, number>;

/** Returns the company's contacts by a filter, 20 a page; changes are patched in, nothing is asked for again because of them. */
export const useContacts = (filter: ContactFilter) => {
  const query = useInfiniteQuery<ContactPage, Error, Data, readonly unknown[], number>({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) => listContacts(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => nextPage(pages),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Left is forgotten: coming back to two hundred pages would ask for each of them again.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const contacts = useMemo(() => flatten(query.data), [query.data]);
  const fetchNextPage = useNextPage(query);
  return { ...query, fetchNextPage, contacts, count: query.data?.pages[0]?.count };
};

/** Returns what tells a command's answer as a change like any other: the own screen does not wait for the feed. */
export const useAnswered = () => {
  const cache = useQueryClient();
  const session = useSession();
  const tell = (action: string, id: string, document?: ContactView) =>
    applyContactChangeLive(
      { channel: 'answer', action, id, position: document?.position ?? 0, ...(document && { document }) },
      cache,
      session,
    );
  return {
    saved: (contact: ContactView, isNew: boolean) => tell(isNew ? 'create' : 'update', contact.id, contact),
    deleted: (id: string) => tell('delete', id),
  };
};
