import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { loginWithLink } from '../../shell/session.tsx';
import { Frame } from './frame.tsx';

// A link works once: React's double mounting in development must not spend it and then show it as used.
const triedLinks = new Map<string, ReturnType<typeof loginWithLink>>();
const once = (token: string): ReturnType<typeof loginWithLink> => {
  const running = triedLinks.get(token) ?? loginWithLink(token);
  triedLinks.set(token, running);
  return running;
};

/** /entrar/{token}: signs in by a one-time link. */
export const LinkPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    once(token).then(
      (challenge) => void navigate(challenge ? '/login' : '/', { replace: true, state: { challenge } }),
      () => setFailed(true),
    );
  }, [token, navigate]);
  return (
    <Frame>
      <div className="lg-f max-full col gap-20" role="status">
        <h2 className="h1">{t(failed ? 'login.link.used' : 'login.link.busy')}</h2>
        {failed ? (
          <Button size="large" variant="contained" component={Link} to="/login">
            {t('login.link.toLogin')}
          </Button>
        ) : null}
      </div>
    </Frame>
  );
};
