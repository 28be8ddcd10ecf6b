import { queryOptions } from '@tanstack/react-query';
import type { PublicPlan } from '../../contract/plan.ts';
import { api } from './api.ts';

/** The plans that are for sale, which visitors may know too: they change seldom, and are asked for when a page opens. */
export const plansQuery = queryOptions({
  queryKey: ['plans', 'public'],
  queryFn: ({ signal }) => api<readonly PublicPlan[]>('/plans/list', { signal }),
  staleTime: 60_000,
});

/** What may be chosen at the checkout: a plan that costs nothing is not paid for. */
export const paidPlansQuery = queryOptions({
  ...plansQuery,
  select: (plans) => plans.filter(({ value }) => value > 0),
});
