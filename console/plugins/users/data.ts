import { infiniteQueryOptions, keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { UserPage, UserView } from '../../../contract/user.ts';
import { api } from '../../shell/api.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { patchQueries } from '../../shell/patch-query.ts';
import { queuesQuery } from '../../shell/queues.ts';
import { reloadSelf } from '../../shell/reload-self.ts';
import { reloadSoon } from '../../shell/reload-soon.ts';
import { rolesQuery } from '../../shell/roles.ts';
import { type Session, useSession } from '../../shell/session.tsx';
import { nextPage, type Pages, patchPages } from './model/patch.ts';
import type { UserBody } from './model/user-form.ts';

const listKey = ['users', 'list'] as const;

/** What the list is restricted by; '' restricts nothing. */
export interface UserFilter {
  readonly searchParam: string;
  /** A profile, or a role's id. */
  readonly profile: string;
  readonly queueId: string;
  readonly state: string;
}
const givenFilter = (filter: UserFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** Returns the query of the pages that a filter finds. */
export const usersQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter],
    queryFn: ({ pageParam, signal }) =>
      api<UserPage>('/users', { query: { ...givenFilter(filter), pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => nextPage(pages),
    placeholderData: keepPreviousData,
  });

/** Returns the query of the company's own roles, for who may see them. */
export const useRoles = () => useQuery({ ...rolesQuery, enabled: useSession().can('users:manage') });

/** Asked anew whenever a dialog opens: others add queues and connections meanwhile. */
export const queueChoices = { ...queuesQuery, staleTime: 0 };
export const connectionChoices = { ...connectionsQuery, staleTime: 0 };

/** Resolves with the new user. @param key makes a repeated request the same user */
export const createUser = (body: UserBody, key: string) =>
  api<UserView>('/users', { body, idempotencyKey: key });
export const updateUser = (id: string, body: UserBody) =>
  api<UserView>(`/users/${id}`, { method: 'PUT', body });
/** Mails the link to set the first password with again. */
export const inviteAgain = (id: string): Promise<void> =>
  api<void>(`/users/${id}/invite`, { method: 'POST' });
export const deleteUser = (id: string) => api<void>(`/users/${id}`, { method: 'DELETE' });

/** A colleague whose phone is gone signs in by the provider no more. */
export const unlink = (id: string): Promise<void> => api<void>(`/users/${id}/identity`, { method: 'DELETE' });
export const takeSecondStep = (id: string) => api<void>(`/users/${id}/totp`, { method: 'DELETE' });

export const reloadLists = (cache: QueryClient) => cache.invalidateQueries({ queryKey: listKey });

/** What is known of somebody changes in place; who comes or goes changes pages and counts: these are asked for. */
export const applyUserChange = (change: Change, cache: QueryClient, session: Session): void => {
  if (change.id === session.user.id && change.action !== 'delete') reloadSelf();
  patchQueries<Pages>(cache, listKey, () => (held) => patchPages(held, change as Change<UserView>));
  reloadSoon(cache, listKey);
};

export const reloadUsers = (cache: QueryClient): void => {
  reloadSelf();
  void reloadLists(cache);
};
