import { queryOptions } from '@tanstack/react-query';
import type { PlanCount, PlanUse } from '../../../contract/plan.ts';
import type { RecordRow } from '../../../contract/record-row.ts';
import { type PlanFlag, planFlags } from '../../../domain/company/events.ts';
import { byName } from '../../../domain/text/compare-names.ts';
import type { record } from '../../../records/plan/record.ts';
import { api } from '../../shell/api.ts';
import { key } from './live.ts';

export const limits = ['users', 'connections', 'queues'] as const;
export type Limit = (typeof limits)[number];
/** What a plan has or has not; `useInternal`: whoever signs up may choose it. */
export const flags = [...planFlags, 'useInternal'] as const;
export type Flag = PlanFlag | 'useInternal';

export type Plan = RecordRow<typeof record>;
export type PlanValues = Pick<Plan, 'name' | 'value' | Limit | Flag>;

/** Every plan, the cheapest first. */
export const allPlansQuery = queryOptions({
  queryKey: [...key, 'plans'],
  queryFn: ({ signal }) => api<readonly Plan[]>('/plans/all', { signal }),
  select: (plans) => plans.toSorted((a, b) => a.value - b.value || byName(a, b)),
});

/** How many companies have each plan. */
export const useCountsQuery = queryOptions({
  queryKey: [...key, 'plans', 'use'],
  queryFn: async ({ signal }) => {
    const use = await api<readonly PlanCount[]>('/plans/use', { signal });
    return Object.fromEntries(use.map(({ planId, companies }) => [planId, companies]));
  },
});

/** Returns what each company that has the plan uses of it. */
export const planUseQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'plans', id, 'use'],
    queryFn: ({ signal }) => api<readonly PlanUse[]>(`/plans/${id}/use`, { signal }),
  });

export const createPlan = (values: PlanValues, idempotencyKey: string) =>
  api<Plan>('/plans', { body: values, idempotencyKey });
export const updatePlan = (id: string, values: Partial<PlanValues>) =>
  api<Plan>(`/plans/${id}`, { method: 'PUT', body: values });
export const deletePlan = (id: string) => api(`/plans/${id}`, { method: 'DELETE' });
