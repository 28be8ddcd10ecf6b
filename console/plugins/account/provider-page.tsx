import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { arrive, type Granted, type LoginChallenge } from '../../shell/session.tsx';

// A token works once: React's double mounting in development must not spend it and then show it as used.
const triedLogins = new Map<string, Promise<LoginChallenge | undefined>>();
const once = (token: string): Promise<LoginChallenge | undefined> => {
  const running =
    triedLogins.get(token) ??
    api<Granted | LoginChallenge>('/auth/oidc/session', { body: { token } }).then(arrive);
  triedLogins.set(token, running);
  return running;
};

/** /oidc: back from the provider, with a token that signs in once, or with what was refused, behind `#`. */
export const ProviderPage = () => {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    const given = new URLSearchParams(location.hash.slice(1));
    const token = given.get('token');
    const refused = given.get('error');
    const toLogin = (challenge?: LoginChallenge) =>
      void navigate('/login', { replace: true, state: { challenge } });
    if (token === null) {
      if (refused !== null) notify.error(`errors.${refused}`);
      toLogin();
      return;
    }
    once(token).then(
      (challenge) => (challenge ? toLogin(challenge) : void navigate('/', { replace: true })),
      (error: unknown) => {
        notifyError(error);
        toLogin();
      },
    );
  }, [navigate]);
  return (
    <main className="center" style={{ height: '100%' }}>
      <p role="status">{t('account.provider.busy')}</p>
    </main>
  );
};
