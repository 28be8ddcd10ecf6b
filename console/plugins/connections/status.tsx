import { CircleCheck, CircleX, Clock, LoaderCircle, QrCode, TriangleAlert } from 'lucide-react';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { useT } from '../../shell/i18n.ts';
import { causeOf } from './cause.ts';

const looks = {
  CONNECTED: ['c-ok', CircleCheck],
  qrcode: ['c-info', QrCode],
  PAIRING: ['c-info', Clock],
  DISCONNECTED: ['c-err', CircleX],
  TIMEOUT: ['c-warn', TriangleAlert],
  OPENING: ['c-info', LoaderCircle],
} as const;

/** The state in an icon and a word, never by colour alone; and why it is so, where that is bad. */
export const Status = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const cause = causeOf(connection);
  const [tone, Icon] = looks[connection.status];
  return (
    <span className="cx-state">
      <span className={`status ${tone}`} title={connection.reason ?? undefined}>
        <Icon className={connection.status === 'OPENING' ? 'i spin' : 'i'} size={16} aria-hidden="true" />
        {t(`connections.status.${connection.status}`)}
      </span>
      {/* A link that was lost comes back by itself: its dialog says more. */}
      {cause === undefined || cause === 'lost' ? null : (
        <small className="hint">{t(`connections.cause.${cause}`)}</small>
      )}
    </span>
  );
};
