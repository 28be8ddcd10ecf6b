import Button from '@mui/material/Button';
import { CircleCheck, RefreshCw, WifiOff } from 'lucide-react';
import { useT } from '../i18n.ts';
import { reconnectNow, useLiveStatus } from '../live.ts';

/** Says that what is shown may be old, that it is catching up, and that it has. */
export const Banner = () => {
  const t = useT();
  const { state, missed } = useLiveStatus();
  if (state === 'online') return <div role="status" className="vh" />;
  const values = { smart_count: missed };
  if (state === 'caughtUp')
    return (
      <div
        role="status"
        className="banner c-ok"
        style={{ background: 'var(--success-soft)', color: 'var(--success)' }}
      >
        <CircleCheck className="i" size={18} aria-hidden="true" />
        <span className="grow">
          <b>{t('shell.caughtUp')}</b> {missed > 0 ? t('shell.caughtUp.text', values) : null}
        </span>
      </div>
    );
  if (state === 'catchingUp')
    return (
      <div role="status" className="banner">
        <RefreshCw className="i spin" size={18} aria-hidden="true" />
        <span className="grow">
          <b>{t('shell.catchingUp')}</b> {missed > 0 ? t('shell.catchingUp.text', values) : null}
        </span>
      </div>
    );
  return (
    <div role="status" className="banner">
      <WifiOff className="i" size={18} aria-hidden="true" />
      <span className="grow">
        <b>{t('shell.offline')}</b> {t('shell.offline.text')}
      </span>
      <Button size="small" onClick={reconnectNow}>
        {t('shell.offline.now')}
      </Button>
    </div>
  );
};
