import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Every queue, asked once for all screens. What the feed says of queues makes everything under `queues` stale. */
export const queuesQuery = queryOptions({
  queryKey: ['queues', 'all'],
  queryFn: ({ signal }) =>
    api<readonly { readonly id: string; readonly name: string; readonly color: string }[]>('/queue', {
      signal,
    }),
});
