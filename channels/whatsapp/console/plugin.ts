import { definePlugin } from '../../../console/shell/plugin.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { whatsapp } from '../channel.ts';

const entry = { label: 'whatsapp.version', rule: 'connections-page:actionButtons' } as const;
const isOurs = ({ connection }: { connection: ConnectionView }) => connection.channel === whatsapp.kind;

/** Which version of WhatsApp connections say they are, for admins, and the look for another where one is outdated. */
export const plugin = definePlugin({
  name: 'whatsapp',
  slots: {
    'connection.action': [
      {
        ...entry,
        id: 'whatsapp-outdated',
        match: (props: { connection: ConnectionView }) =>
          isOurs(props) &&
          props.connection.status === 'DISCONNECTED' &&
          props.connection.reason?.startsWith('outdated') === true,
        load: () => import('./version.tsx').then((m) => ({ default: m.LookUp })),
      },
    ],
    'connection.details': [
      {
        ...entry,
        id: 'whatsapp-version',
        match: isOurs,
        load: () => import('./version.tsx').then((m) => ({ default: m.Version })),
      },
    ],
  },
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
