import { definePlugin } from '../../shell/plugin.ts';

export const plugin = definePlugin({
  name: 'usage',
  slots: {
    'dashboard.foot': [
      {
        id: 'usage',
        label: 'usage.title',
        rule: 'settings:manage',
        load: () => import('./usage-card.tsx').then((m) => ({ default: m.UsageCard })),
      },
    ],
  },
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
