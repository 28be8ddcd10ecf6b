import { queryOptions } from '@tanstack/react-query';
import type { PublicSetting } from '../../../contract/setting.ts';
import type { ConfirmRule } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';

type Setting = 'allowregister' | 'viewregister' | 'trial';

/** Returns a setting of the platform that visitors may know; it changes seldom, and is asked for when a page opens. */
export const settingQuery = (key: Setting) =>
  queryOptions({
    queryKey: ['signup', key],
    queryFn: async ({ signal }) => (await api<PublicSetting>(`/settings/${key}`, { signal })).value,
    staleTime: 60_000,
  });

/** Whether an address has to be confirmed before its first login. */
export const confirmQuery = queryOptions({
  queryKey: ['signup', 'confirm'],
  queryFn: async ({ signal }) => (await api<ConfirmRule>('/companies/cadastro', { signal })).confirmEmail,
  staleTime: 60_000,
});

export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly planId: string;
}

/**
 * Resolves when the company is there, with whether its address has to be confirmed. @param key makes a repeated
 * request the same company @param companyId who recommended us
 */
export const signUp = (typed: SignUp, key: string, companyId: string | undefined) =>
  api<ConfirmRule>('/companies/cadastro', {
    idempotencyKey: key,
    body: {
      ...typed,
      ...(companyId !== undefined && { companyId }),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      // As the specification's form sends them; the server decides all four.
      recurrence: 'MENSAL',
      status: 't',
      campaignsEnabled: true,
      dueDate: null,
    },
  });

export const confirmAgain = (email: string) => api<unknown>('/auth/confirm/again', { body: { email } });
