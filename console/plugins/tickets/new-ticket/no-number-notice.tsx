import Button from '@mui/material/Button';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';

/** The company has no number to write from: who may connect one is led there, others know whom to ask. */
export function NoNumberNotice({ onLeave }: { readonly onLeave: () => void }) {
  const t = useT();
  const may = useSession().can('connections-page:actionButtons');
  return (
    <div className="banner r-md" role="alert">
      <CircleAlert size={18} aria-hidden="true" />
      <div className="grow">
        <b>{t('errors.ERR_NO_DEF_WAPP_FOUND')}</b>
        <p>{t(may ? 'tickets.newDialog.connectFirst' : 'tickets.newDialog.askAdmin')}</p>
      </div>
      {may ? (
        <Button to="/connections" variant="outlined" component={Link} onClick={onLeave}>
          {t('tickets.newDialog.connections')}
        </Button>
      ) : null}
    </div>
  );
}
