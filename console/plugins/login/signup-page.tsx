import { useQueries } from '@tanstack/react-query';
import { Check, Mail } from 'lucide-react';
import { FormProvider, useWatch } from 'react-hook-form';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import type { PublicPlan } from '../../../contract/plan.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { PasswordInput, TextInput } from '../../shell/form/inputs.tsx';
import { PhoneInput } from '../../shell/form/phone-input.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { plansQuery } from '../../shell/plans.ts';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { Frame } from './frame.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PublicForm } from './public-form.tsx';
import './signup.css';
import { confirmQuery, type SignUp, settingQuery, signUp } from './signup-data.ts';
import { Road } from './signup-road.tsx';
import { signUpSchema } from './signup-schema.ts';

const PasswordHint = () => {
  const t = useT();
  const password = useWatch<SignUp, 'password'>({ name: 'password' });
  const isMet = password.length >= 8 && password.length <= 50;
  return (
    <span className="row gap-6" data-met={isMet}>
      <Check size={14} aria-hidden="true" />
      {t('signup.password.hint')}
      {isMet ? <span className="vh">: {t('login.reset.met')}</span> : null}
    </span>
  );
};

interface FormProps {
  readonly plans: readonly PublicPlan[];
  readonly trial: number;
  readonly confirmEmail: boolean;
}

const SignUpForm = ({ plans, trial, confirmEmail }: FormProps) => {
  const t = useT();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const companyId = useSearchParams()[0].get('companyId') ?? undefined;
  const { form, busy, onSubmit } = useSaveForm({
    schema: signUpSchema,
    values: {
      name: '',
      email: '',
      phone: '',
      password: '',
      planId: plans.length === 1 ? (plans[0]?.id ?? '') : '',
    },
    save: async (typed) => {
      const answer = await signUp(typed, attempt(typed), companyId);
      notify.success(answer.confirmEmail ? 'signup.done.confirm' : 'signup.done');
      void navigate('/login', {
        replace: true,
        state: { email: typed.email, confirm: answer.confirmEmail },
      });
    },
  });
  const planId = form.watch('planId');
  const plan = plans.find(({ id }) => id === planId);
  return (
    <Frame place="signup" aside={<Road trial={trial} plan={plan} />}>
      <FormTheme>
        <FormProvider {...form}>
          <PublicForm
            className="su-f"
            busy={busy}
            onSubmit={onSubmit}
            title={t('signup.title')}
            intro={
              <p className="muted">
                {t('signup.hasAccount')} <Link to="/login">{t('login.submit')}</Link>
              </p>
            }
            deed={t(plan?.value === 0 ? 'signup.submit.free' : 'signup.submit')}
            foot={
              confirmEmail ? (
                <p className="hint row gap-6 center-x">
                  <Mail size={14} aria-hidden="true" />
                  {t('signup.confirm')}
                </p>
              ) : null
            }
          >
            <TextInput<SignUp>
              name="name"
              label={t('signup.name')}
              autoComplete="organization"
              autoFocus
              htmlInput={{ maxLength: 60 }}
            />
            <div className="grid gap-16 top two phone-one">
              <TextInput<SignUp>
                name="email"
                label={t('login.email')}
                type="email"
                autoComplete="email"
                htmlInput={{ inputMode: 'email', maxLength: 200 }}
              />
              <PhoneInput label={t('signup.phone')} autoComplete="tel-national" />
            </div>
            <PasswordInput<SignUp>
              name="password"
              label={t('login.password')}
              show={t('login.show')}
              hide={t('login.hide')}
              autoComplete="new-password"
              htmlInput={{ maxLength: 60 }}
              hint={<PasswordHint />}
            />
            <PlanChoice plans={plans} />
          </PublicForm>
        </FormProvider>
      </FormTheme>
    </Frame>
  );
};

/** /signup: a company for whoever comes by; back to the login where the platform takes none. */
export const SignUpPage = () => {
  const [allowedQuery, trial, plans, confirm] = useQueries({
    queries: [settingQuery('allowregister'), settingQuery('trial'), plansQuery, confirmQuery],
  });
  if (allowedQuery.data !== undefined && allowedQuery.data !== 'enabled')
    return <Navigate to="/login" replace />;
  const failed = [allowedQuery, trial, plans, confirm].find(({ error }) => error !== null);
  if (failed !== undefined)
    return (
      <Frame place="signup">
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      </Frame>
    );
  if (!allowedQuery.data || !trial.data || !plans.data || confirm.data === undefined)
    return (
      <Frame place="signup" aside={<span />}>
        <div className="lg-f max-full col gap-20 su-f">
          <SkeletonRows rows={6} />
        </div>
      </Frame>
    );
  return <SignUpForm plans={plans.data} trial={Number(trial.data)} confirmEmail={confirm.data} />;
};
