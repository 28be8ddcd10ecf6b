import { queryOptions } from '@tanstack/react-query';
import type { CompanyView } from '../../contract/company.ts';
import { api } from './api.ts';

/** Returns the company's weekly hours: for its admins, and for super users. */
export const companyHoursQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['companies', companyId, 'hours'],
    queryFn: ({ signal }) => api<Pick<CompanyView, 'schedules'>>(`/companies/${companyId}`, { signal }),
  });
