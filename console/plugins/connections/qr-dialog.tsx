import Dialog from '@mui/material/Dialog';
import { CloudOff, LoaderCircle, X } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useId, useRef } from 'react';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { api } from '../../shell/api.ts';
import { channelText } from '../../shell/channels.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { causeOf, waitsForPeople } from './cause.ts';

/** The pairing code of a connection, as it changes; read by the phone it closes, and says so. */
export const QrDialog = ({
  connection,
  close,
}: {
  readonly connection: ConnectionView;
  readonly close: () => void;
}) => {
  const t = useT();
  const id = useId();
  const done = connection.status === 'CONNECTED';
  const cause = causeOf(connection);
  const halted = waitsForPeople(cause);
  const leave = useRef(close);
  leave.current = close;
  useEffect(() => {
    if (!done) return;
    notify.success('connections.qr.done');
    leave.current();
  }, [done]);
  const state = () => {
    if (connection.qrcode !== '' && cause === undefined) return t('connections.qr.waiting');
    if (halted) return t('connections.qr.halted');
    if (cause !== undefined) return t('connections.qr.again', { smart_count: connection.retries });
    return t('connections.qr.none');
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={id}
      slotProps={{ paper: { className: 'dialog wide-dialog cx-qr-dialog' } }}
    >
      <header>
        <h2 id={id} className="grow">
          {t('connections.qr.title', { name: connection.name })}
        </h2>
        <IconButton label={t('shell.close')} icon={X} onClick={close} />
      </header>
      <div className="body cx-qr">
        <div className="cx-code">
          {cause !== undefined ? (
            <CloudOff className="cx-no-code" size={72} strokeWidth={1.25} aria-hidden="true" />
          ) : connection.qrcode === '' ? (
            <span className="sk" style={{ width: 208, height: 208 }} />
          ) : (
            <QRCodeSVG value={connection.qrcode} size={208} title={t('connections.qr.label')} />
          )}
        </div>
        {cause === undefined ? (
          <ol>
            <li>{t('connections.qr.step1')}</li>
            <li>{t('connections.qr.step2')}</li>
            <li>{t('connections.qr.step3')}</li>
          </ol>
        ) : (
          <div className="cx-why" role="alert">
            <p>{channelText(t, connection.channel, `cause.${cause}`, `connections.cause.${cause}`)}</p>
            {connection.reason === null ? null : (
              <details>
                <summary>{t('connections.cause.detail')}</summary>
                <code>{connection.reason}</code>
              </details>
            )}
          </div>
        )}
      </div>
      <footer>
        <span className="row grow muted" role="status">
          {halted ? null : <LoaderCircle className="i spin" size={16} aria-hidden="true" />}
          {state()}
        </span>
        <button type="button" className="btn btn-text" onClick={close}>
          {t('shell.close')}
        </button>
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => api(`/whatsappsession/${connection.id}`, { method: 'PUT' }).catch(notifyError)}
        >
          {t('connections.newQr')}
        </button>
      </footer>
    </Dialog>
  );
};
