import { CodeXml } from 'lucide-react';
import { addMessages, type Locale, type Messages } from '../../shell/i18n.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const own: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
const title = async (): Promise<Messages> => ({ 'external.menu': 'API' });
const gate = { plan: 'useExternalApi', rule: 'tokens:manage' } as const;

/** What other systems need: how to send, and the tokens to do so. */
export const plugin = definePlugin({
  name: 'external-api',
  routes: [
    {
      path: '/messages-api/:tab?',
      ...gate,
      load: async () => {
        const [{ ApiPage }] = await Promise.all([
          import('./api-page.tsx'),
          addMessages('external-api', async (locale) => (await own[locale]()).messages),
        ]);
        return { default: ApiPage };
      },
    },
  ],
  menu: [
    {
      id: 'external-api',
      label: 'external.menu',
      to: '/messages-api',
      icon: CodeXml,
      order: 75,
      group: 'admin',
      ...gate,
    },
  ],
  live: [
    {
      channel: 'apiToken',
      ...gate,
      apply: (_change, cache) => void cache.invalidateQueries({ queryKey: ['apiTokens'] }),
      resync: (cache) => void cache.invalidateQueries({ queryKey: ['apiTokens'] }),
    },
  ],
  messages: { pt: title, en: title, es: title },
});
