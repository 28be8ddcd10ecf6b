import Dialog from '@mui/material/Dialog';
import { CircleCheck, LoaderCircle, X } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useId } from 'react';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';

/** The pairing code of a connection, as it changes, until the phone has read it. */
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
          {done ? (
            <CircleCheck size={96} strokeWidth={1.25} aria-hidden="true" />
          ) : connection.qrcode === '' ? (
            <span className="sk" style={{ width: 208, height: 208 }} />
          ) : (
            <QRCodeSVG value={connection.qrcode} size={208} title={t('connections.qr.label')} />
          )}
        </div>
        <ol>
          <li>{t('connections.qr.step1')}</li>
          <li>{t('connections.qr.step2')}</li>
          <li>{t('connections.qr.step3')}</li>
        </ol>
      </div>
      <footer>
        <span className="row grow muted" role="status">
          {done ? null : <LoaderCircle className="i spin" size={16} aria-hidden="true" />}
          {t(
            done
              ? 'connections.qr.done'
              : connection.qrcode === ''
                ? 'connections.qr.none'
                : 'connections.qr.waiting',
          )}
        </span>
        <button type="button" className="btn btn-text" onClick={close}>
          {t('shell.close')}
        </button>
        {done ? null : (
          <button
            type="button"
            className="btn btn-outline"
            onClick={() => api(`/whatsappsession/${connection.id}`, { method: 'PUT' }).catch(notifyError)}
          >
            {t('connections.newQr')}
          </button>
        )}
      </footer>
    </Dialog>
  );
};
