import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** A role of the company's own, as the server gives it. */
export interface RoleView {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly string[];
  readonly queueScope: 'own' | 'all' | 'chosen';
  readonly queueIds: readonly string[];
}

/** For who manages users; the feed keeps them current (see the plugin `roles`). */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'list'],
  queryFn: ({ signal }) => api<readonly RoleView[]>('/roles', { signal }),
});
