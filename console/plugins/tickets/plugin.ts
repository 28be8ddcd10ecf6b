import { MessagesSquare } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';

export const plugin = definePlugin({
  name: 'tickets',
  // One route for list and conversation, so that going from one to the other keeps the list as it stands.
  routes: [
    { path: '/tickets/:id?', load: () => import('./page.tsx').then((m) => ({ default: m.TicketsPage })) },
    {
      path: '/tickets/:id/history',
      rule: 'ticket:history',
      load: () => import('./history/history-page.tsx').then((m) => ({ default: m.HistoryPage })),
    },
  ],
  menu: [
    {
      id: 'tickets',
      label: 'tickets.menu',
      to: '/tickets',
      icon: MessagesSquare,
      order: 10,
      group: 'main',
      phone: true,
    },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
