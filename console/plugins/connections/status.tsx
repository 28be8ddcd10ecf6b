import { CircleCheck, CircleX, Clock, LoaderCircle, QrCode, ServerOff, TriangleAlert } from 'lucide-react';
import type { ConnectionView } from '../../../contract/connection.ts';
import { channelText } from '../../shell/channels.ts';
import { isUnserved } from '../../shell/connections.ts';
import { useT } from '../../shell/i18n.ts';
import { causeOf, stateOf, waitsForPeople } from './cause.ts';

const looks = {
  CONNECTED: ['c-ok', CircleCheck],
  qrcode: ['c-info', QrCode],
  PAIRING: ['c-info', Clock],
  DISCONNECTED: ['c-err', CircleX],
  TIMEOUT: ['c-warn', TriangleAlert],
  OPENING: ['c-info', LoaderCircle],
} as const;

interface Props {
  readonly connection: ConnectionView;
  /** An instant in the company's time. */
  readonly moment: (at: string) => string;
}

/** Nobody is there who could know better than the last event: that is said instead of it. */
const Unserved = ({ connection, moment }: Props) => {
  const t = useT();
  const { seenAt } = connection.gateway;
  return (
    <span className="cx-state grid gap-2">
      <span className="status c-err">
        <ServerOff className="i" size={16} aria-hidden="true" />
        {t('connections.status.unserved')}
      </span>
      <small className="hint lh-16">
        {t('connections.cause.unserved')}
        {seenAt === null ? null : ` ${t('connections.lastContact', { at: moment(seenAt) })}`}
      </small>
    </span>
  );
};

/** The state in an icon and a word, never by colour alone; and why it is so, where that is bad. */
export const Status = ({ connection, moment }: Props) => {
  const t = useT();
  const cause = causeOf(connection);
  if (isUnserved(connection) && !waitsForPeople(cause))
    return <Unserved connection={connection} moment={moment} />;
  const [tone, Icon] = looks[connection.status];
  return (
    <span className="cx-state grid gap-2">
      <span className={`status ${tone}`} title={connection.reason ?? undefined}>
        <Icon className={connection.status === 'OPENING' ? 'i spin' : 'i'} size={16} aria-hidden="true" />
        {connection.status === 'qrcode' && connection.pairingCode
          ? t('connections.code.waiting')
          : t(`connections.status.${stateOf(connection, cause)}`)}
      </span>
      {/* A link that was lost comes back by itself: its dialog says more. */}
      {cause === undefined || cause === 'lost' ? null : (
        <small className="hint lh-16">
          {channelText(t, connection.channel, `cause.${cause}`, `connections.cause.${cause}`)}
        </small>
      )}
    </span>
  );
};
