import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '../live-cache/keys.ts';
import { searchContacts } from '../ticket/calls.ts';
import { SEARCH_FROM } from '../transfer/transfer.ts';

const DEBOUNCE_MS = 500;

/** Returns the company's contacts by what is typed, from the third character and half a second after the last one. */
export function useContactSearch(typed: string) {
  const term = typed.trim().length >= SEARCH_FROM ? typed.trim() : '';
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(term), term === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [term]);
  const query = useQuery({
    queryKey: keys.contacts(search),
    queryFn: ({ signal }) => searchContacts(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchOnWindowFocus: false,
  });
  return {
    contacts: term === '' ? [] : (query.data?.contacts ?? []),
    /** Nothing is known yet about what stands in the field. */
    searching: term !== '' && (term !== search || query.isFetching),
    failed: query.isError,
  };
}
