import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { queueRef } from '../../contract/refs.ts';
import { byName } from '../../domain/text/compare-names.ts';
import { api } from './api.ts';

export interface QueueRow extends Readonly<z.output<typeof queueRef>> {
  readonly orderQueue: number | null;
}

/** Every queue, asked once for all screens. What the feed says of queues makes everything under `queues` stale. */
export const queuesQuery = queryOptions({
  queryKey: ['queues', 'all'],
  queryFn: ({ signal }) =>
    api<readonly QueueRow[]>('/queue', {
      signal,
    }),
});

/**
 * Returns which queue comes first, in the order of the bot's menu: by their number, those without one last, by name.
 */
export const byOrder = (a: QueueRow, b: QueueRow): number =>
  (a.orderQueue ?? Number.POSITIVE_INFINITY) - (b.orderQueue ?? Number.POSITIVE_INFINITY) || byName(a, b);
