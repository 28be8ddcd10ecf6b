import Button from '@mui/material/Button';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { hasPasswordClasses, passwordClasses } from '../../../domain/user/password-classes.ts';
import { api } from '../../shell/api.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { PasswordInput, TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { Frame } from './frame.tsx';
import { PublicForm } from './public-form.tsx';

const email = z.string().trim().min(1).pipe(z.email());
const askedForm = z.object({ email });

const shortest = 8;

/** What a new password is made of, as it is said beside the field; the server looks for what is common besides. */
const rules: Readonly<Record<string, (password: string) => boolean>> = {
  length: (password) => password.length >= shortest,
  ...Object.fromEntries(
    Object.entries(passwordClasses).map(([name, pattern]) => [
      name,
      (password: string) => pattern.test(password),
    ]),
  ),
};

const typedForm = z
  .object({
    email,
    token: z.string().trim().min(1, 'emptyField'),
    newPassword: z.string().min(1, 'emptyField').min(shortest).max(50),
    confirmPassword: z.string().min(1, 'emptyField'),
  })
  .superRefine(({ newPassword, confirmPassword }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!hasPasswordClasses(newPassword)) refuse('newPassword', 'tooSimple');
    if (newPassword !== confirmPassword) refuse('confirmPassword', 'notTheSame');
  });
type Typed = z.input<typeof typedForm>;

interface AskProps {
  /** Of who asks again. */
  readonly address: string;
  readonly onSent: (email: string) => void;
}

const AskForm = ({ address: known, onSent }: AskProps) => {
  const t = useT();
  const { form, busy, onSubmit } = useSaveForm({
    schema: askedForm,
    values: { email: known },
    save: async ({ email: address }) => {
      await api(`/forgetpassword/${encodeURIComponent(address)}`, { method: 'POST' });
      onSent(address);
    },
    refusedOf: ({ code, errors }) => (code === 'ERR_NO_USER_FOUND' ? { email: 'unknownEmail' } : errors),
  });
  return (
    <FormProvider {...form}>
      <PublicForm
        busy={busy}
        onSubmit={onSubmit}
        title={t('login.forgot.title')}
        intro={<p className="muted">{t('login.forgot.intro')}</p>}
        deed={t('login.forgot.send')}
        foot={
          <p className="centered muted">
            <Link to="/login">{t('login.forgot.back')}</Link> · {t('login.noAccount')}{' '}
            <Link to="/signup">{t('signup.title')}</Link>
          </p>
        }
      >
        <TextInput name="email" type="email" label={t('login.email')} autoComplete="username" autoFocus />
      </PublicForm>
    </FormProvider>
  );
};

/** What a new password still lacks, as it is typed. */
const Rules = () => {
  const t = useT();
  const password = useWatch<Typed, 'newPassword'>({ name: 'newPassword' });
  return (
    <ul className="row wrap gap-12 small muted" aria-label={t('login.reset.rules')}>
      {Object.entries(rules).map(([name, holds]) => {
        const isMet = holds(password);
        return (
          <li className="row gap-4" key={name} data-met={isMet}>
            <Check size={14} aria-hidden />
            {t(`login.reset.rule.${name}`)}
            <span className="vh">{isMet ? `: ${t('login.reset.met')}` : ''}</span>
          </li>
        );
      })}
    </ul>
  );
};

const ResetForm = ({ address, onAgain }: { readonly address: string; readonly onAgain: () => void }) => {
  const t = useT();
  const navigate = useNavigate();
  const { form, busy, onSubmit } = useSaveForm({
    schema: typedForm,
    values: { email: address, token: '', newPassword: '', confirmPassword: '' },
    save: async ({ confirmPassword: _, ...body }) => {
      await api('/resetpasswords', { body });
      notify.success('login.reset.done');
      void navigate('/login', { replace: true });
    },
  });
  const passwordTexts = { show: t('login.show'), hide: t('login.hide'), autoComplete: 'new-password' };
  return (
    <FormProvider {...form}>
      <PublicForm
        busy={busy}
        onSubmit={onSubmit}
        title={t('login.reset.title')}
        intro={
          <p className="row gap-6 t-success" role="status">
            <Check size={16} aria-hidden />
            {t('login.forgot.sent')}
          </p>
        }
        deed={t('login.reset.submit')}
      >
        <TextInput name="email" type="email" label={t('login.email')} autoComplete="username" />
        <div>
          <TextInput
            name="token"
            label={t('login.reset.code')}
            autoComplete="one-time-code"
            autoFocus
            hint={t('login.reset.codeHint')}
            htmlInput={{ inputMode: 'numeric', maxLength: 20 }}
          />
          {/* Not among the hints: a code that is refused takes their place, and is when another one is wanted. */}
          <Button variant="link" size="small" onClick={onAgain}>
            {t('login.reset.again')}
          </Button>
        </div>
        <div>
          <PasswordInput
            name="newPassword"
            label={t('login.reset.password')}
            {...passwordTexts}
            htmlInput={{ maxLength: 50 }}
          />
          <Rules />
        </div>
        <PasswordInput
          name="confirmPassword"
          label={t('login.reset.confirm')}
          {...passwordTexts}
          htmlInput={{ maxLength: 50 }}
        />
      </PublicForm>
    </FormProvider>
  );
};

/** /forgetpsw: a code by mail, then a new password with it. */
export const ForgotPage = () => {
  const [{ address, isSent }, setAsked] = useState({ address: '', isSent: false });
  return (
    <Frame>
      <FormTheme>
        {isSent ? (
          <ResetForm address={address} onAgain={() => setAsked({ address, isSent: false })} />
        ) : (
          <AskForm address={address} onSent={(email) => setAsked({ address: email, isSent: true })} />
        )}
      </FormTheme>
    </Frame>
  );
};
