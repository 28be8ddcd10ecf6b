import { Megaphone, SlidersHorizontal } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { refreshCampaigns } from './refresh.ts';

/** The pages' own texts come with them: the first load has the menu's alone. */
const withTexts = lateTexts('campaigns', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const titles = (title: string, config: string) => async (): Promise<Messages> => ({
  'campaigns.title': title,
  'campaigns.config': config,
});
const gate = { plan: 'useCampaigns', rule: 'campaigns:manage' } as const;

/** Messages to many: the campaigns, what became of each, and at which pace they go out. */
export const plugin = definePlugin({
  name: 'campaigns',
  uses: ['contacts'],
  routes: [
    {
      path: '/campaigns',
      ...gate,
      load: () => withTexts(import('./campaigns-page.tsx').then((m) => ({ default: m.CampaignsPage }))),
    },
    {
      path: '/campaign/:campaignId/report',
      ...gate,
      load: () => withTexts(import('./report-page.tsx').then((m) => ({ default: m.ReportPage }))),
    },
    {
      path: '/campaigns-config',
      ...gate,
      load: () => withTexts(import('./settings-page.tsx').then((m) => ({ default: m.SettingsPage }))),
    },
  ],
  menu: [
    {
      id: 'campaigns',
      label: 'campaigns.title',
      to: '/campaigns',
      icon: Megaphone,
      order: 41,
      group: 'campaigns',
      ...gate,
    },
    {
      id: 'campaigns.config',
      label: 'campaigns.config',
      to: '/campaigns-config',
      icon: SlidersHorizontal,
      order: 44,
      group: 'campaigns',
      ...gate,
    },
  ],
  live: [
    {
      channel: 'campaign',
      ...gate,
      apply: (_change, cache) => refreshCampaigns(cache),
      resync: refreshCampaigns,
    },
  ],
  messages: {
    pt: titles('Campanhas', 'Ritmo e variáveis'),
    en: titles('Campaigns', 'Pace and variables'),
    es: titles('Campañas', 'Ritmo y variables'),
  },
});
