import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { reloadCompanies } from './live.ts';

/** The tabs' own texts come with them: the first load has none. */
const withTexts = lateTexts('companies', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const none = async (): Promise<Messages> => ({});

/** The companies of the installation, for super users: tabs of the settings. */
export const plugin = definePlugin({
  name: 'companies',
  slots: {
    'settings.tab': [
      {
        id: 'companies.companies',
        label: 'settings.tab.companies',
        order: 30,
        rule: 'super',
        load: () => withTexts(import('./companies-tab.tsx').then((m) => ({ default: m.CompaniesTab }))),
      },
      {
        id: 'companies.new',
        label: 'settings.tab.new',
        order: 40,
        rule: 'super',
        load: () => withTexts(import('./new-company-tab.tsx').then((m) => ({ default: m.NewCompanyTab }))),
      },
      {
        id: 'companies.plans',
        label: 'settings.tab.plans',
        order: 84,
        rule: 'super',
        load: () => withTexts(import('./plans-tab.tsx').then((m) => ({ default: m.PlansTab }))),
      },
    ],
  },
  live: [
    {
      channel: 'plan',
      rule: 'super',
      apply: (_, cache) => void reloadCompanies(cache),
      resync: reloadCompanies,
      ready: (cache) => void reloadCompanies(cache),
      unkept: true,
    },
    {
      channel: 'companies',
      rule: 'super',
      apply: (_, cache) => void reloadCompanies(cache),
      resync: reloadCompanies,
    },
  ],
  messages: { pt: none, en: none, es: none },
});
