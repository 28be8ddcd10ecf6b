import { Contact } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';
import { applyContactChangeLive, reloadContacts } from './data/live.ts';

/** The people a company talks with: found, added, corrected, imported, merged and erased. */
export const plugin = definePlugin({
  name: 'contacts',
  routes: [
    {
      path: '/contacts',
      load: () => import('./contacts-page.tsx').then((m) => ({ default: m.ContactsPage })),
    },
  ],
  menu: [
    {
      id: 'contacts',
      label: 'contacts.menu',
      to: '/contacts',
      icon: Contact,
      order: 20,
      group: 'main',
      phone: true,
    },
  ],
  palette: [
    {
      id: 'contacts.people',
      label: 'contacts.menu',
      order: 20,
      search: (text, signal) => import('./data/palette.ts').then((m) => m.findContacts(text, signal)),
    },
  ],
  live: [
    { channel: 'contact', apply: applyContactChangeLive, resync: reloadContacts, ready: reloadContacts },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
