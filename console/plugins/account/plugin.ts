import { ShieldCheck } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';
import { applyOwnChange } from './data.ts';

export const plugin = definePlugin({
  name: 'account',
  slots: {
    'account.dialog': [
      {
        id: 'account.security',
        label: 'account.menu',
        icon: ShieldCheck,
        order: 20,
        load: () => import('./security-dialog.tsx').then((m) => ({ default: m.SecurityDialog })),
      },
    ],
  },
  live: [{ channel: 'user', apply: applyOwnChange, resync: () => undefined }],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
