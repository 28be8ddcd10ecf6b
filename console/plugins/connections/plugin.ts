import { Plug } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';
import { applyConnectionChange, useConnectionAlert } from './data.ts';

/** The company's connections, for admins: pairing, state and settings, what is held back, and what could not be taken in. */
export const plugin = definePlugin({
  name: 'connections',
  uses: ['contacts'],
  routes: [
    {
      path: '/connections',
      rule: 'connections-page:actionButtons',
      load: () => import('./connections-page.tsx').then((m) => ({ default: m.ConnectionsPage })),
    },
  ],
  menu: [
    {
      id: 'connections',
      label: 'connections.menu',
      to: '/connections',
      icon: Plug,
      order: 20,
      group: 'admin',
      rule: 'connections-page:actionButtons',
      badge: useConnectionAlert,
    },
  ],
  slots: {
    'dashboard.notice': [
      {
        id: 'connections',
        label: 'connections.menu',
        rule: 'connections-page:actionButtons',
        load: () => import('./attention.tsx').then((m) => ({ default: m.DashboardAttention })),
      },
    ],
  },
  live: [
    { channel: 'whatsapp', apply: applyConnectionChange },
    { channel: 'whatsappSession', apply: applyConnectionChange },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
