import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { Enrolment, RecoveryCodesView, SecurityView } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';
import type { Session } from '../../shell/session.tsx';

/** Asked anew whenever the dialog opens. */
export const securityQuery = queryOptions({
  queryKey: ['account', 'security'],
  queryFn: ({ signal }) => api<SecurityView>('/account/security', { signal }),
  staleTime: 0,
});

export const reloadSecurity = (cache: QueryClient) =>
  cache.invalidateQueries({ queryKey: securityQuery.queryKey });

/** An admin took the second step away, or it was turned on in another tab. */
export const applyOwnChange = (change: Change, cache: QueryClient, session: Session): void => {
  if (change.id === session.user.id) void reloadSecurity(cache);
};

export const beginTotp = (currentPassword: string) =>
  api<Enrolment>('/account/totp/enrolment', { body: { currentPassword } });
export const confirmTotp = (code: string) => api<RecoveryCodesView>('/account/totp', { body: { code } });
export const renewCodes = (body: { currentPassword: string; code: string }) =>
  api<RecoveryCodesView>('/account/totp/codes', { body });
export const endTotp = (body: { currentPassword: string; code: string }) =>
  api<void>('/account/totp/off', { body });
