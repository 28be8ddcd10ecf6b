import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SessionView } from '../../../contract/session.ts';
import { api } from '../../shell/api.ts';
import { reloadSoon } from '../../shell/reload-soon.ts';

/** Who is signed in, as far as one may see it; when they were last seen passes, so it is asked anew each minute. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => api<SessionView[]>('/sessions', { signal }),
  staleTime: 0,
  refetchInterval: 60_000,
});

export const endSession = (id: string) => api<void>(`/sessions/${id}`, { method: 'DELETE' });
export const endOthers = () => api<{ ended: number }>('/sessions', { method: 'DELETE' });

/** Somebody came or went; those of one moment are one reload, of the list that is on the screen. */
export const reloadSessions = (cache: QueryClient): void => reloadSoon(cache, sessionsQuery.queryKey);
