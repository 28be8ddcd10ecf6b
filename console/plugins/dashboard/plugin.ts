import { LayoutDashboard, ListChecks } from 'lucide-react';
import { definePlugin } from '../../shell/plugin.ts';
import { sessionState } from '../../shell/session-store.ts';
import { putAwayOf } from './first-steps.ts';

/** What the company did, in figures and charts, and the first steps of one that begins. */
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
  commands: [
    {
      id: 'dashboard.first',
      label: 'dashboard.first.title',
      icon: ListChecks,
      order: 90,
      rule: 'dashboard:view',
      run: (go) => {
        const state = sessionState();
        if (state.status === 'in') putAwayOf(state.user.id).set(false);
        go('/tickets');
      },
    },
  ],
  slots: {
    'desk.start': [
      {
        id: 'dashboard.start',
        label: 'dashboard.first.title',
        rule: 'dashboard:view',
        load: () => import('./start.tsx').then((m) => ({ default: m.Start })),
      },
    ],
  },
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
