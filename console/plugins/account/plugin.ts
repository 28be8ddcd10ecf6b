import { ShieldCheck } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';
import { applyOwnChange } from './data.ts';
import { reloadSessions } from './sessions-data.ts';

/** How accounts are signed in to: the second step, the provider's login, and for admins who is signed in. */
export const plugin = definePlugin({
  name: 'account',
  routes: [
    {
      path: '/oidc',
      access: 'public',
      load: () => import('./provider-page.tsx').then((m) => ({ default: m.ProviderPage })),
    },
  ],
  slots: {
    'signin.link': [
      {
        id: 'account.provider',
        label: 'account.provider.signIn',
        load: () => import('./provider-link.tsx').then((m) => ({ default: m.ProviderLink })),
      },
    ],
    'users.tab': [
      {
        id: 'account.sessions',
        label: 'account.sessions',
        order: 30,
        rule: 'users:manage',
        load: () => import('./sessions-tab.tsx').then((m) => ({ default: m.SessionsTab })),
      },
    ],
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
  live: [
    { channel: 'user', apply: applyOwnChange, resync: () => undefined },
    {
      channel: 'session',
      rule: 'users:manage',
      apply: (_change, cache) => reloadSessions(cache),
      resync: (cache) => reloadSessions(cache),
    },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
