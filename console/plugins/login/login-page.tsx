import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../shell/api.ts';
import { writtenDay } from '../../shell/days.ts';
import { fetchAhead } from '../../shell/fetch-ahead.ts';
import { useT } from '../../shell/i18n.ts';
import { loadLater } from '../../shell/later.tsx';
import { errorText } from '../../shell/notify.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { type LoginChallenge, login } from '../../shell/session.tsx';
import { PublicSlot } from '../../shell/slot.tsx';
import { whenIdle } from '../../shell/when-idle.ts';
import { Frame } from './frame.tsx';
import { ConfirmAgain, mayPay, PayLink, SignUpLink } from './login-notes.tsx';
import type { SecondStepProps } from './second-step.tsx';

const SecondStep = loadLater<SecondStepProps>(() =>
  import('./second-step.tsx').then((m) => ({ default: m.SecondStep })),
);

const dayOf = (date: unknown) => (typeof date === 'string' ? writtenDay(date) : '');

/** Returns why somebody is not let in; the company's due date is shown as people write dates. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'ERR_COMPANY_EXPIRED'
    ? errorText(
        new ApiError(error.status, error.code, error.message, {
          details: { dueDate: dayOf(error.details?.dueDate) },
        }),
      )
    : errorText(error);

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_EMAIL_NOT_CONFIRMED';

/** What brought somebody here: the sign-up, a letter, or a link that asks for a second step. */
interface Come {
  readonly email?: string;
  readonly confirm?: boolean;
  readonly challenge?: LoginChallenge;
}

/** The password, and after it what else is asked for. */
export const LoginPage = () => {
  const comeFrom = useLocation().state as Come | null;
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState(comeFrom?.challenge);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => whenIdle(fetchAhead), []);
  if (!challenge) return <PasswordForm come={comeFrom} failed={failure} onChallenge={setChallenge} />;
  const back = (reason?: unknown) => {
    setChallenge(undefined);
    setFailure(reason);
    // The browser keeps it with the address: a reload would ask for the step again.
    if (comeFrom?.challenge) void navigate('/login', { replace: true });
  };
  return <SecondStep challenge={challenge} onBack={back} />;
};

interface PasswordFormProps {
  readonly come: Come | null;
  /** Why the step after it came to nothing. */
  readonly failed: unknown;
  readonly onChallenge: (challenge: LoginChallenge | undefined) => void;
}

const PasswordForm = ({ come, failed, onChallenge }: PasswordFormProps) => {
  const t = useT();
  const id = useId();
  // Who comes from the sign-up, or from a letter, need not type it again.
  const [email, setEmail] = useState(come?.email ?? '');
  const [password, setPassword] = useState('');
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(failed);
  usePageTitle(t('login.title'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onChallenge(await login(email.trim(), password));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Frame>
      <form className="lg-f max-full col gap-20" onSubmit={submit}>
        <div>
          <h2 className="h1">{t('login.title')}</h2>
          <p className="muted">{t('login.subtitle')}</p>
        </div>
        <div className="field">
          <label htmlFor={`${id}-email`}>{t('login.email')}</label>
          <OutlinedInput
            id={`${id}-email`}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus={come?.email === undefined}
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
        <div className="field">
          <div className="flex gap-12 between">
            <label htmlFor={`${id}-password`}>{t('login.password')}</label>
            <Link to="/forgetpsw">{t('login.forgot.link')}</Link>
          </div>
          <OutlinedInput
            id={`${id}-password`}
            type={visible ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            autoFocus={come?.email !== undefined}
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            endAdornment={
              <IconButton
                size="small"
                aria-label={t(visible ? 'login.hide' : 'login.show')}
                onClick={() => setVisible(!visible)}
              >
                {visible ? <EyeOff size={18} /> : <Eye size={18} />}
              </IconButton>
            }
          />
        </div>
        {come?.confirm && failure === undefined ? (
          <p className="small lh-18 r-md bg-2 p-8-12" role="status">
            {t('login.confirm.waits', { email: come.email })} <ConfirmAgain email={come.email ?? ''} />
          </p>
        ) : null}
        {failure === undefined ? null : (
          <p className="tone c-err small lh-18 r-md p-8-12" role="alert">
            {reasonOf(failure)} {isUnconfirmed(failure) ? <ConfirmAgain email={email.trim()} /> : null}
            {mayPay(failure) ? <PayLink error={failure} /> : null}
          </p>
        )}
        <Button type="submit" size="large" variant="contained" aria-disabled={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
        <SignUpLink />
        <PublicSlot name="signin.link" props={{}} />
      </form>
    </Frame>
  );
};
