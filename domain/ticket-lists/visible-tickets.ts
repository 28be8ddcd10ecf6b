import type { QueueScope } from '../access/queue-scope.ts';
import type { Scalar, Where } from '../where.ts';

/** Returns the tickets of these queues, `noQueue`: and those without one; an empty list: none. */
export const inQueues = (queueIds: readonly string[], noQueue: boolean): readonly Where[] => {
  const values: Scalar[] = [...queueIds, ...(noQueue ? [null] : [])];
  return values.length > 0 ? [{ queueId: { in: values } }] : [];
};

/** Returns the tickets a scope lets see at all, `inScope` of access/policy.ts as data; undefined: every one of the company. */
export const visibleTickets = (scope: QueueScope): readonly Where[] | undefined =>
  scope.queueIds === 'all'
    ? undefined
    : [{ userId: scope.userId }, ...inQueues(scope.queueIds, scope.noQueue)];
