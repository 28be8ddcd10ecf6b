import { Users } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The pages' own texts come with them: the first load has the menu's alone. */
const withTexts = lateTexts('contact-lists', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'lists.title': text });
const gate = { plan: 'useCampaigns', rule: 'contact-lists:manage' } as const;

/** Lists of people whom campaigns write to, and who stands in each. */
export const plugin = definePlugin({
  name: 'contact-lists',
  uses: ['contacts'],
  routes: [
    {
      path: '/contact-lists',
      ...gate,
      load: () => withTexts(import('./lists-page.tsx').then((m) => ({ default: m.ListsPage }))),
    },
    {
      path: '/contact-lists/:listId/contacts',
      ...gate,
      load: () => withTexts(import('./items-page.tsx').then((m) => ({ default: m.ItemsPage }))),
    },
    {
      path: '/contact-lists/:listId/import',
      ...gate,
      load: () => withTexts(import('./import-page.tsx').then((m) => ({ default: m.ImportPage }))),
    },
  ],
  menu: [
    {
      id: 'contact-lists',
      label: 'lists.title',
      to: '/contact-lists',
      icon: Users,
      order: 42,
      group: 'campaigns',
      ...gate,
    },
  ],
  live: ['ContactList', 'ContactListItem'].map((channel) => ({
    channel,
    ...gate,
    apply: (_change, cache) => void cache.invalidateQueries({ queryKey: ['contactLists'] }),
    resync: (cache) => void cache.invalidateQueries({ queryKey: ['contactLists'] }),
  })),
  messages: {
    pt: title('Listas de contatos'),
    en: title('Contact lists'),
    es: title('Listas de contactos'),
  },
});
