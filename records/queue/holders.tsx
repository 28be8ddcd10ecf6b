import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../console/shell/api.ts';
import { useLive } from '../../console/shell/live.ts';
import { useSession } from '../../console/shell/session.tsx';
import { channels } from '../../contract/channels.ts';

import type { Holder } from './belonging.ts';

/** The first part of the keys. */
const holdersKey = 'queueHolders';

export const attendantsQuery = queryOptions({
  queryKey: [holdersKey, 'attendants'],
  queryFn: ({ signal }) => api<Holder[]>('/users/list', { signal }),
  staleTime: 0,
});
export const numbersQuery = queryOptions({
  queryKey: [holdersKey, 'connections'],
  queryFn: ({ signal }) =>
    api<(Holder & { readonly outOfHoursMessage?: string })[]>('/whatsapp', { signal, query: { session: 0 } }),
  staleTime: 0,
});

/** Asks again who has which queues when a user or a connection changed. */
export const useFollowedHolders = (): void => {
  const cache = useQueryClient();
  const { companyId } = useSession().subject;
  const again = () => void cache.invalidateQueries({ queryKey: [holdersKey] });
  useLive([channels.user(companyId), channels.whatsapp(companyId)], again, again);
};

/** Returns a connection that offers the queue. */
export const useConnectionOf = (queueId: string) =>
  useQuery(numbersQuery).data?.find(({ queues }) => queues.some(({ id }) => id === queueId));
