import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecurityView } from '../../../contract/sign-in.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { loadLater } from '../../shell/later.tsx';
import { dayTime } from '../../shell/moment.ts';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { securityQuery } from './data.ts';
import { sessionsQuery } from './sessions-data.ts';
import './offers/enrolment.css';

const ChangeTotp = loadLater<{ readonly isOn: boolean; readonly onClose: () => void }>(() =>
  import('./totp-dialogs.tsx').then((m) => ({ default: m.ChangeTotp })),
);

const RenewCodes = loadLater<{ readonly onClose: () => void }>(() =>
  import('./totp-dialogs.tsx').then((m) => ({ default: m.RenewCodes })),
);

const fewCodes = 3;

interface TotpPartProps extends SecurityView {
  readonly onChange: () => void;
  readonly onRenew: () => void;
}

const TotpPart = ({ totp, required, onChange, onRenew }: TotpPartProps) => {
  const t = useT();
  const language = intlLocale[useLocale()];
  const since = totp && new Date(totp.since).toLocaleDateString(language);
  return (
    <section className="col gap-8 top pb-16">
      <h3 className="row body">
        {t('account.totp')}
        <span className={`tag ${totp === null ? 'c-none' : 'c-ok'}`}>
          {t(totp ? 'account.totp.on' : 'account.totp.off')}
        </span>
      </h3>
      <p className="muted">
        {totp ? t('account.totp.since', { day: since, left: totp.codesLeft }) : t('account.totp.text')}
      </p>
      {totp && totp.codesLeft <= fewCodes ? (
        <p className="hint" role="status">
          {t('account.totp.few')}
        </p>
      ) : null}
      {totp && required ? (
        <p className="hint">{t('account.totp.required')}</p>
      ) : (
        <Button variant={totp ? 'outlined' : 'contained'} onClick={onChange}>
          {t(totp ? 'account.totp.disable' : 'account.totp.enable')}
        </Button>
      )}
      {totp ? (
        <Button variant="text" onClick={onRenew}>
          {t('account.totp.renew')}
        </Button>
      ) : null}
    </section>
  );
};

/** Where this browser is signed in from. */
const OwnSession = () => {
  const t = useT();
  const language = intlLocale[useLocale()];
  const { data = [] } = useQuery(sessionsQuery);
  const ownSession = data.find(({ current }) => current);
  if (ownSession === undefined) return null;
  const device =
    [ownSession.browser, ownSession.system].filter(Boolean).join(', ') || t('account.sessions.unknown');
  return (
    <section className="col gap-8 top soft-t pt-16">
      <h3 className="row body">{t('account.sessions.own')}</h3>
      <p className="muted">
        {t('account.sessions.own.text', {
          device,
          address: ownSession.address,
          since: dayTime(ownSession.since, language),
        })}
      </p>
    </section>
  );
};

/** How one's own account is signed in to. */
export const SecurityDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useT();
  const security = useQuery(securityQuery);
  const [open, setOpen] = useState<'change' | 'renew'>();
  const back = () => setOpen(undefined);
  if (open === 'renew') return <RenewCodes onClose={back} />;
  if (open === 'change' && security.data)
    return <ChangeTotp isOn={security.data.totp !== null} onClose={back} />;
  return (
    <TitledDialog look="page" title={t('account.menu')} onClose={onClose}>
      {security.error ? <ErrorState error={security.error} retry={() => void security.refetch()} /> : null}
      {security.isPending ? <SkeletonRows rows={2} /> : null}
      {security.data ? (
        <TotpPart {...security.data} onChange={() => setOpen('change')} onRenew={() => setOpen('renew')} />
      ) : null}
      <OwnSession />
    </TitledDialog>
  );
};
