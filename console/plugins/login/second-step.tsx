import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import type { Enrolment, RecoveryCodesView } from '../../../contract/sign-in.ts';
import { ApiError, api } from '../../shell/api.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { CheckInput, TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { enter, type Granted, type LoginChallenge } from '../../shell/session.tsx';
import { EnrolmentCode, RecoveryCodes } from '../account/offers/enrolment.tsx';
import { Frame } from './frame.tsx';
import { PublicForm } from './public-form.tsx';
import './signup.css';
import './second-step.css';

export interface SecondStepProps {
  readonly challenge: LoginChallenge;
  /** Back to the password; with what went wrong, where something did. */
  readonly onBack: (failure?: unknown) => void;
}

const digits = 6;
const typedCode = z.string().trim().min(digits);
const appCode = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .pipe(z.string().length(digits, 'wrongCode'));

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_CHALLENGE_OVER';

/** Six digits, which go by themselves when the last is typed. */
const CodeField = ({ onWhole }: { readonly onWhole: () => unknown }) => {
  const t = useT();
  return (
    <TextInput
      name="code"
      className="lg-otp"
      label={t('login.step.digits')}
      hint={t('login.step.digits.hint')}
      autoComplete="one-time-code"
      autoFocus
      htmlInput={{ inputMode: 'numeric', maxLength: 7 }}
      onChange={({ target }) => {
        if (target.value.replaceAll(/\D/g, '').length === digits) onWhole();
      }}
    />
  );
};

function AskCode({ challenge: { challenge }, onBack }: SecondStepProps) {
  const t = useT();
  const [isRecovery, setRecovery] = useState(false);
  const { form, busy, onSubmit } = useSaveForm({
    schema: z.object({ code: isRecovery ? typedCode : appCode, trust: z.boolean() }),
    values: { code: '', trust: false },
    save: async (body) => {
      try {
        enter(await api<Granted>('/auth/totp', { body: { challenge, ...body } }));
      } catch (error) {
        if (isOver(error)) return onBack(error);
        form.setValue('code', '');
        form.setFocus('code');
        throw error;
      }
    },
  });
  return (
    <FormProvider {...form}>
      <PublicForm
        busy={busy}
        onSubmit={onSubmit}
        title={t(isRecovery ? 'login.step.recovery' : 'login.step.code')}
        intro={
          <p className="muted">{t(isRecovery ? 'login.step.recovery.intro' : 'login.step.code.intro')}</p>
        }
        deed={t('login.submit')}
        foot={
          <p className="centered">
            <Button
              variant="link"
              size="small"
              onClick={() => {
                form.reset();
                setRecovery(!isRecovery);
              }}
            >
              {t(isRecovery ? 'login.step.useApp' : 'login.step.useRecovery')}
            </Button>
            {' · '}
            <Button variant="link" size="small" onClick={() => onBack()}>
              {t('login.forgot.back')}
            </Button>
          </p>
        }
      >
        {isRecovery ? (
          <TextInput
            key="recovery"
            name="code"
            label={t('login.step.recovery.label')}
            autoFocus
            htmlInput={{ maxLength: 20, autoCapitalize: 'none', spellCheck: false }}
          />
        ) : (
          <CodeField onWhole={() => void onSubmit()} />
        )}
        <CheckInput name="trust" label={t('login.step.trust')} />
      </PublicForm>
    </FormProvider>
  );
}

/** Who has no app yet, and may not come in without: the code, a first number of it, and the ten codes. */
function Enrol({ challenge: { challenge }, onBack }: SecondStepProps) {
  const t = useT();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [granted, setGranted] = useState<Granted & RecoveryCodesView>();
  const asked = useRef(false);
  useEffect(() => {
    // Mounted twice in development: the second secret would not be the one on the screen.
    if (asked.current) return;
    asked.current = true;
    api<Enrolment>('/auth/totp/enrolment', { body: { challenge } }).then(setEnrolment, onBack);
  }, [challenge, onBack]);
  const { form, busy, onSubmit } = useSaveForm({
    schema: z.object({ code: appCode }),
    values: { code: '' },
    save: async (body) => {
      try {
        setGranted(await api('/auth/totp/confirmation', { body: { challenge, ...body } }));
      } catch (error) {
        if (isOver(error)) return onBack(error);
        form.setValue('code', '');
        form.setFocus('code');
        throw error;
      }
    },
  });
  if (granted)
    return (
      <PublicForm
        className="lg-step"
        title={t('account.codes.title')}
        intro={null}
        deed={t('account.codes.kept')}
        busy={false}
        onSubmit={() => enter(granted)}
      >
        <RecoveryCodes codes={granted.codes} />
      </PublicForm>
    );
  return (
    <FormProvider {...form}>
      <PublicForm
        busy={busy}
        onSubmit={onSubmit}
        className="lg-step"
        title={t('login.step.enrol')}
        intro={<p className="muted">{t('login.step.enrol.intro')}</p>}
        deed={t('login.step.enrol.submit')}
        foot={
          <p className="centered">
            <Button variant="link" size="small" onClick={() => onBack()}>
              {t('login.forgot.back')}
            </Button>
          </p>
        }
      >
        {enrolment ? <EnrolmentCode {...enrolment} /> : <span className="sk" style={{ height: 168 }} />}
        <CodeField onWhole={() => void onSubmit()} />
      </PublicForm>
    </FormProvider>
  );
}

const partOfDay = (): string => {
  const hour = new Date().getHours();
  return hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
};

const Side = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => {
  const t = useT();
  return (
    <>
      <div className="su-side">
        <h1>{t(`login.step.hello.${partOfDay()}`, { name: name.split(' ')[0] })}</h1>
        <p className="message lh-24">{children}</p>
      </div>
      <p className="su-fine small at">{t('login.hero.title')}</p>
    </>
  );
};

/** After the password: a code of the app, or setting one up. */
export const SecondStep = (props: SecondStepProps) => {
  const t = useT();
  const { step, name } = props.challenge;
  return (
    <Frame aside={<Side name={name}>{t(`login.step.left.${step}`)}</Side>}>
      <FormTheme>{step === 'code' ? <AskCode {...props} /> : <Enrol {...props} />}</FormTheme>
    </Frame>
  );
};
