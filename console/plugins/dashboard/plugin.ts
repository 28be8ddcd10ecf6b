import { LayoutDashboard } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';

export const plugin = definePlugin({
  name: 'dashboard',
  routes: [
    {
      path: '/',
      ahead: true,
      rule: 'dashboard:view',
      load: () => import('./dashboard-page.tsx').then((m) => ({ default: m.DashboardPage })),
    },
  ],
  menu: [
    {
      id: 'dashboard',
      label: 'dashboard.title',
      to: '/',
      icon: LayoutDashboard,
      order: 5,
      group: 'main',
      rule: 'dashboard:view',
    },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
