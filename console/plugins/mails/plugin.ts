import { Mail } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';

/** Letters of an installation without a mail server, for the platform's super user. */
export const plugin = definePlugin({
  name: 'mails',
  routes: [
    {
      path: '/mails',
      rule: 'super',
      load: () => import('./mails-page.tsx').then((m) => ({ default: m.MailsPage })),
    },
  ],
  menu: [
    { id: 'mails', label: 'mails.title', to: '/mails', icon: Mail, order: 90, group: 'admin', rule: 'super' },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
