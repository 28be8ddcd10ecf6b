import { Settings } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { followCompany } from './data.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('settings', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'settings.title': text });

/** The company's options: everybody may look at them, the menu leads there who may change them. */
export const plugin = definePlugin({
  name: 'settings',
  routes: [
    {
      path: '/settings/:tab?/*',
      load: () => withTexts(import('./settings-page.tsx').then((m) => ({ default: m.SettingsPage }))),
    },
  ],
  slots: {
    'settings.tab': [
      {
        id: 'settings.hours',
        label: 'settings.tab.hours',
        order: 10,
        rule: 'settings:manage',
        when: ({ user }) =>
          user.company.settings.some(({ key, value }) => key === 'scheduleType' && value === 'company'),
        load: () => import('./hours-tab.tsx').then((m) => ({ default: m.HoursTab })),
      },
      {
        id: 'settings.logo',
        label: 'settings.tab.logo',
        order: 20,
        rule: 'super',
        load: () => import('./logo-tab.tsx').then((m) => ({ default: m.LogoTab })),
      },
      {
        id: 'settings.integrations',
        label: 'settings.tab.integrations',
        order: 90,
        when: ({ user, can, has }) => user.super || (can('settings:manage') && has('useIntegrations')),
        load: () => import('./integrations-tab.tsx').then((m) => ({ default: m.IntegrationsTab })),
      },
    ],
  },
  menu: [
    {
      id: 'settings',
      label: 'settings.title',
      to: '/settings',
      icon: Settings,
      order: 90,
      group: 'foot',
      rule: 'settings:manage',
    },
  ],
  live: [{ channel: 'company', apply: (_, cache) => followCompany(cache), resync: followCompany }],
  messages: { pt: title('Configurações'), en: title('Settings'), es: title('Configuración') },
});
