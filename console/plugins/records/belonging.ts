import { queryOptions } from '@tanstack/react-query';
import { api } from '../../shell/api.ts';

/** Somebody, or a number, with the queues it has. */
interface Holder {
  readonly queues: readonly { readonly id: string }[];
}
/** What a queue has none of. */
export type Lack = 'attendants' | 'connections';

/** The first part of the keys: a change of a user or a connection asks for them again. */
export const holdersKey = 'queueHolders';

export const attendantsQuery = queryOptions({
  queryKey: [holdersKey, 'attendants'],
  queryFn: ({ signal }) => api<Holder[]>('/users/list', { signal }),
  staleTime: 0,
});
export const numbersQuery = queryOptions({
  queryKey: [holdersKey, 'connections'],
  queryFn: ({ signal }) => api<Holder[]>('/whatsapp', { signal, query: { session: 0 } }),
  staleTime: 0,
});

/** Returns what a queue lacks; lists that are not there yet say nothing. */
export const lacksOf = (
  queueId: string,
  attendants: readonly Holder[] | undefined,
  connections: readonly Holder[] | undefined,
): readonly Lack[] => {
  const lacking = (holders: readonly Holder[] | undefined) =>
    holders !== undefined && !holders.some(({ queues }) => queues.some(({ id }) => id === queueId));
  return [
    ...(lacking(attendants) ? (['attendants'] as const) : []),
    ...(lacking(connections) ? (['connections'] as const) : []),
  ];
};
