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

/** Ends of a link that somebody can do something about; the gateway names them, with the network's code behind. */
const causes = [
  ...(['logged-out', 'replaced', 'unpaired', 'banned', 'suspended'] as const),
  ...(['outdated', 'multi-device', 'bad-session'] as const),
];

/** The state in an icon and a word, never by colour alone. */
export const Status = ({ connection }: { readonly connection: ConnectionView }) => {
  const t = useT();
  const [tone, Icon] = looks[connection.status];
  const { reason } = connection;
  const cause = causes.find((name) => reason === name || reason?.startsWith(`${name} (`));
  const word = (
    <span className={`status ${tone}`} title={connection.reason ?? undefined}>
      <Icon className={connection.status === 'OPENING' ? 'i spin' : 'i'} size={16} aria-hidden="true" />
      {t(`connections.status.${connection.status}`)}
    </span>
  );
  if (cause === undefined) return word;
  return (
    <>
      {word}
      <small className="hint">{t(`connections.cause.${cause}`)}</small>
    </>
  );
};
