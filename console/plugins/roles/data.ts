import { queryOptions } from '@tanstack/react-query';
import type { UserView } from '../../../contract/user.ts';
import { api } from '../../shell/api.ts';
import type { RoleView } from '../../shell/roles.ts';
import type { RoleBody } from './model/draft.ts';

/** Everyone of the company, with their role. */
export const peopleQuery = queryOptions({
  queryKey: ['roles', 'people'],
  queryFn: ({ signal }) => api<readonly UserView[]>('/users/list', { signal }),
});

/** Resolves with the new role. @param key makes a repeated request the same role */
export const createRole = (body: RoleBody, key: string) =>
  api<RoleView>('/roles', { body, idempotencyKey: key });
export const updateRole = (id: string, body: RoleBody) =>
  api<RoleView>(`/roles/${id}`, { method: 'PUT', body });
export const deleteRole = (id: string) => api<void>(`/roles/${id}`, { method: 'DELETE' });

/** Resolves with how many had it: each has the other now, and the role is gone. */
export const replaceRole = (id: string, by: { readonly roleId: string } | { readonly profile: string }) =>
  api<{ moved: number }>(`/roles/${id}/replacement`, { body: by });
