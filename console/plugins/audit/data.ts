import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditDetail, AuditPage, AuditPeople, ChainState } from '../../../contract/audit.ts';
import { api } from '../../shell/api.ts';
import { fileAt } from '../../shell/file-at.ts';
import { keys } from './live.ts';
import { type AuditFilter, nextPage } from './model/filter.ts';

const queryOf = ({ search, kind, userId, dateStart, dateEnd, scope }: AuditFilter) => ({
  ...(search !== '' && { searchParam: search }),
  ...(kind !== '' && { kind }),
  ...(userId !== '' && { userId }),
  ...(dateStart !== '' && { dateStart }),
  ...(dateEnd !== '' && { dateEnd }),
  ...(scope !== '' && { scope }),
});

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      api<AuditPage>('/audit', { query: { pageNumber: pageParam, ...queryOf(filter) }, signal }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => nextPage(pages),
    placeholderData: keepPreviousData,
    // The feed tells what comes; left is forgotten.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Returns the query of an entry, asked again until its event is sealed: only then its link is there. */
export const entryQuery = (id: string, scope: string) =>
  queryOptions({
    queryKey: keys.one(id, scope),
    queryFn: ({ signal }) =>
      api<AuditDetail>(`/audit/${encodeURIComponent(id)}`, { query: scope === '' ? {} : { scope }, signal }),
    refetchInterval: ({ state }) => (state.data?.link === null ? 10_000 : false),
  });

/** The chain grows by itself, and nobody is told. */
export const chainQuery = queryOptions({
  queryKey: keys.chain,
  queryFn: ({ signal }) => api<ChainState>('/audit/chain', { signal }),
  refetchInterval: 20_000,
});

export const checkChain = () => api<ChainState>('/audit/chain/check', { method: 'POST', body: {} });
export const exportAudit = (filter: AuditFilter): Promise<Blob> => fileAt('/audit/csv', queryOf(filter));

/** Who may have done something. */
export const peopleQuery = queryOptions({
  queryKey: ['audit', 'people'],
  queryFn: ({ signal }) => api<AuditPeople>('/audit/people', { signal }),
});
