import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { CloudOff, LoaderCircle, X } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useId, useRef, useState } from 'react';
import { channelOf } from '../../../channels/known.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { channelText } from '../../shell/channels.ts';
import { FormTheme } from '../../shell/form/form-theme.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { type Cause, causeOf, waitsForPeople } from './cause.ts';
import { CodeWay } from './code-way.tsx';
import { PairingSteps } from './pairing-steps.tsx';
import { shownNumber } from './shown-number.ts';

interface WhyProps {
  readonly connection: ConnectionView;
  readonly cause: Cause;
}

/** In words, and for whoever helps. */
const Why = ({ connection, cause }: WhyProps) => {
  const t = useT();
  return (
    <div className="grid gap-8 narrow" role="alert">
      <p>{channelText(t, connection.channel, `cause.${cause}`, `connections.cause.${cause}`)}</p>
      {connection.reason === null ? null : (
        <details>
          <summary>{t('connections.cause.detail')}</summary>
          <code className="anywhere pre">{connection.reason}</code>
        </details>
      )}
    </div>
  );
};

/** The code that the phone reads, and how; or why there is none. */
function QrWay({
  connection,
  cause,
}: {
  readonly connection: ConnectionView;
  readonly cause: Cause | undefined;
}) {
  const t = useT();
  return (
    <>
      <div className="cx-code middle fixed r-lg boxed">
        {cause !== undefined ? (
          <CloudOff className="cx-no-code" size={72} strokeWidth={1.25} aria-hidden="true" />
        ) : connection.qrcode === '' ? (
          <span className="sk" style={{ width: 208, height: 208 }} />
        ) : (
          <QRCodeSVG value={connection.qrcode} size={208} title={t('connections.qr.label')} />
        )}
      </div>
      {cause === undefined ? (
        <PairingSteps steps={([1, 2, 3] as const).map((step) => t(`connections.qr.step${step}`))} />
      ) : (
        <Why connection={connection} cause={cause} />
      )}
    </>
  );
}

/** Returns the number that was paired when the dialog opened, where another is now: that ends no dialog by itself. */
function useFormerNumber({ number, status }: ConnectionView): string | undefined {
  const [before] = useState(number);
  return status === 'CONNECTED' && before !== '' && before !== number ? before : undefined;
}

const ways = ['qr', 'code'] as const;
type Way = (typeof ways)[number];

/** Returns the way that is shown first: a phone cannot scan its own screen. */
const usualWay = ({ pairingCode }: ConnectionView, offered: readonly Way[]): Way =>
  pairingCode || (offered.includes('code') && matchMedia('(max-width: 700px)').matches)
    ? 'code'
    : (offered[0] ?? 'qr');

/** The pairing code of a connection, as it changes; read by the phone, or typed into it, it closes and says so. */
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
  const offeredWays = ways.filter((way) => channelOf(connection.channel)?.pairing.includes(way));
  const [way, setWay] = useState<Way>(() => usualWay(connection, offeredWays));
  const anew = () => api(`/whatsappsession/${connection.id}`, { method: 'PUT' }).catch(notifyError);
  const choose = (next: Way) => {
    setWay(next);
    // The network gives one or the other.
    if (next === 'qr' && connection.pairingCode) void anew();
  };
  const leave = useRef(close);
  leave.current = close;
  const former = useFormerNumber(connection);
  const closes = done && former === undefined;
  useEffect(() => {
    if (!closes) return;
    notify.success('connections.qr.done');
    leave.current();
  }, [closes]);
  // A number that was not typed yet is what the dialog waits for, and nobody else.
  const asks = way === 'code' && !connection.pairingCode;
  const state = () => {
    if (former !== undefined) return t('connections.qr.done');
    if (way === 'code' && cause === undefined)
      return t(connection.pairingCode ? 'connections.code.waiting' : 'connections.code.none');
    if (connection.qrcode !== '' && cause === undefined) return t('connections.qr.waiting');
    if (halted) return t('connections.qr.halted');
    if (cause !== undefined) return t('connections.qr.again', { smart_count: connection.retries });
    return t('connections.qr.none');
  };
  return (
    <FormTheme>
      <Dialog open onClose={close} aria-labelledby={id} slotProps={{ paper: { className: 'cx-qr-dialog' } }}>
        <DialogTitle component="header">
          <h2 id={id}>{t('connections.qr.title', { name: connection.name })}</h2>
          <IconButton label={t('shell.close')} icon={X} onClick={close} />
        </DialogTitle>
        {offeredWays.length > 1 && !done ? (
          <div className="seg grid cx-ways self-start" role="tablist" aria-label={t('connections.ways')}>
            {offeredWays.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                aria-selected={way === one}
                onClick={() => choose(one)}
              >
                {t(`connections.way.${one}`)}
              </button>
            ))}
          </div>
        ) : null}
        <DialogContent className="cx-qr row gap-24">
          {former !== undefined ? (
            <p role="alert">
              {t('connections.qr.other', {
                before: shownNumber(former),
                now: shownNumber(connection.number),
              })}
            </p>
          ) : way === 'code' ? (
            <>
              {cause === undefined ? null : <Why connection={connection} cause={cause} />}
              <CodeWay connection={connection} />
            </>
          ) : (
            <QrWay connection={connection} cause={cause} />
          )}
        </DialogContent>
        <DialogActions disableSpacing>
          <span className="row grow phone-line muted" role="status">
            {halted || asks || done ? null : <LoaderCircle className="i spin" size={16} aria-hidden="true" />}
            {state()}
          </span>
          <Button onClick={close}>{t('shell.close')}</Button>
          {asks || done ? null : (
            <Button variant="outlined" onClick={() => void anew()}>
              {t('connections.newQr')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </FormTheme>
  );
};
