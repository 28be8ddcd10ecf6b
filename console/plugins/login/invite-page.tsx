import { useQuery } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import type { InvitationView } from '../../../contract/sign-in.ts';
import { api } from '../../shell/api.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { PasswordInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { SkeletonRows } from '../../shell/ui/states.tsx';
import { Frame } from './frame.tsx';
import { PublicForm } from './public-form.tsx';
import { SpentLink } from './spent-link.tsx';

const typedForm = z
  .object({ password: z.string().min(1).min(8).max(50), confirmPassword: z.string().min(1) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'notTheSame',
  });

const PasswordForm = ({ token, invited }: { readonly token: string; readonly invited: InvitationView }) => {
  const t = useT();
  const navigate = useNavigate();
  const { form, busy, onSubmit } = useSaveForm({
    schema: typedForm,
    values: { password: '', confirmPassword: '' },
    save: async ({ password }) => {
      await api('/auth/invite', { body: { token, password } });
      notify.success('login.invite.done');
      void navigate('/login', { replace: true, state: { email: invited.email } });
    },
  });
  const field = {
    show: t('login.show'),
    hide: t('login.hide'),
    autoComplete: 'new-password',
    htmlInput: { maxLength: 60 },
  };
  return (
    <FormProvider {...form}>
      <PublicForm
        busy={busy}
        onSubmit={onSubmit}
        title={t('login.invite.title', { name: invited.name })}
        intro={<p className="muted">{t('login.invite.intro', { ...invited })}</p>}
        deed={t('login.invite.submit')}
      >
        {/* For the browser's own memory of passwords: whose the new one is. */}
        <input type="hidden" name="username" autoComplete="username" value={invited.email} readOnly />
        <PasswordInput
          name="password"
          label={t('login.invite.password')}
          hint={t('login.invite.hint')}
          autoFocus
          {...field}
        />
        <PasswordInput name="confirmPassword" label={t('login.reset.confirm')} {...field} />
      </PublicForm>
    </FormProvider>
  );
};

/** /convite/{token}: who was invited sets their password. */
export const InvitePage = () => {
  const { token = '' } = useParams();
  const { data, error } = useQuery({
    queryKey: ['invite', token],
    queryFn: ({ signal }) => api<InvitationView>('/auth/invite/look', { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Frame>
      <FormTheme>
        {error !== null ? <SpentLink error={error} /> : null}
        {data === undefined ? null : <PasswordForm token={token} invited={data} />}
        {data === undefined && error === null ? (
          <div className="lg-f max-full col gap-20">
            <SkeletonRows rows={3} />
          </div>
        ) : null}
      </FormTheme>
    </Frame>
  );
};
