import Button from '@mui/material/Button';
import { useState } from 'react';
import { channelOf } from '../../../channels/known.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';

interface Props {
  readonly connection: ConnectionView;
  readonly onQr: () => void;
  readonly onDisconnect: () => void;
}

/** What can be done with a session in its present status (spec: administration, section 4). */
export const SessionActions = ({ connection, onQr, onDisconnect }: Props) => {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const ask = async (method: 'POST' | 'PUT') => {
    setBusy(true);
    try {
      await api(`/whatsappsession/${connection.id}`, { method });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const button = (label: string, run: () => void, variant: 'outlined' | 'tonal' = 'outlined') => (
    <Button
      size="small"
      variant={variant}
      aria-disabled={busy}
      aria-label={`${label}: ${connection.name}`}
      onClick={busy ? undefined : run}
    >
      {label}
    </Button>
  );
  switch (connection.status) {
    case 'qrcode':
      return button(t(connection.pairingCode ? 'connections.showCode' : 'connections.showQr'), onQr, 'tonal');
    case 'DISCONNECTED':
      return (
        <span className="row">
          {button(t('connections.tryAgain'), () => void ask('POST'))}
          {channelOf(connection.channel)?.pairing.includes('qr') !== true
            ? null
            : button(t('connections.newQr'), () => void ask('PUT').then(onQr))}
        </span>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return button(t('connections.disconnect'), onDisconnect);
    case 'OPENING':
      return (
        <Button size="small" variant="outlined" loading loadingPosition="start">
          {t('connections.connecting')}
        </Button>
      );
    default:
      return connection.status satisfies never;
  }
};
