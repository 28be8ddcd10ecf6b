import { CircleCheck, CircleX, Clock, LoaderCircle, QrCode, TriangleAlert } from 'lucide-react';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { useT } from '../../shell/i18n.ts';

const looks = {
  CONNECTED: ['c-ok', CircleCheck],
  qrcode: ['c-info', QrCode],
  PAIRING: ['c-info', Clock],
  DISCONNECTED: ['c-err', CircleX],
  TIMEOUT: ['c-warn', TriangleAlert],
  OPENING: ['c-info', LoaderCircle],
} as const;

/** The state in an icon and a word, never by colour alone. */
export const Status = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const [tone, Icon] = looks[connection.status];
  return (
    <span className={`status ${tone}`} title={connection.reason ?? undefined}>
      <Icon className={connection.status === 'OPENING' ? 'i spin' : 'i'} size={16} aria-hidden="true" />
      {t(`connections.status.${connection.status}`)}
    </span>
  );
};
