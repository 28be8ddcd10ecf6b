import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { CompanyPage, CompanyView } from '../../../contract/company.ts';
import type { Billing } from '../../../domain/company/events.ts';
import type { Schedules } from '../../../domain/company/hours.ts';
import { api } from '../../shell/api.ts';
import { key } from './live.ts';

export const states = ['on', 'off', 'trial', 'late', 'deleted'] as const;
export type State = (typeof states)[number];

export interface CompanyFilter {
  readonly search: string;
  readonly state: State | '';
  readonly planId: string;
}

/** Returns the query of companies by due date, those that are switched off last. */
export const companiesQuery = ({ search, state, planId }: CompanyFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', search, state, planId],
    queryFn: ({ pageParam, signal }) =>
      api<CompanyPage>('/companies', {
        query: {
          pageNumber: pageParam,
          sort: 'dueDate',
          ...(search && { searchParam: search }),
          ...(state && { state }),
          ...(planId && { planId }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

export interface CompanyFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly planId: string;
  readonly status: boolean;
  readonly campaignsEnabled: boolean;
  readonly dueDate: string | null;
  readonly recurrence: string;
  /** What invoices name; null: nothing yet. Absent: it stays. */
  readonly billing?: Billing | null;
  readonly schedules?: Schedules;
}

export const createCompany = (
  fields: CompanyFields & { readonly adminName?: string; readonly password?: string },
  idempotencyKey: string,
) => api<CompanyView>('/companies', { body: fields, idempotencyKey });

export const updateCompany = (id: string, fields: Partial<CompanyFields>) =>
  api<CompanyView>(`/companies/${id}`, { method: 'PUT', body: fields });

/**
 * Resolves with the company, renewed from the date that stood on the screen: of two clicks the second changes
 * nothing.
 */
export const addDueDate = ({ id, dueDate }: CompanyView) =>
  api<CompanyView>(`/companies/${id}/due-date`, { body: { dueDate } });

export const deleteCompany = (id: string) => api(`/companies/${id}`, { method: 'DELETE' });

export const restoreCompany = (id: string) =>
  api<CompanyView>(`/companies/${id}/restore`, { method: 'POST', body: {} });
