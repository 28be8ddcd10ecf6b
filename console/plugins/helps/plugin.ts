import { CircleQuestionMark } from 'lucide-react';
import { addMessages, type Locale, type Messages } from '../../shell/i18n.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const own: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
const title = (text: string) => async (): Promise<Messages> => ({ 'helps.title': text });

/** Videos that explain the product, for everybody; super users write them among the settings. */
export const plugin = definePlugin({
  name: 'helps',
  routes: [
    {
      path: '/helps',
      load: async () => {
        const [{ HelpsPage }] = await Promise.all([
          import('./helps-page.tsx'),
          addMessages('helps', async (locale) => (await own[locale]()).messages),
        ]);
        return { default: HelpsPage };
      },
    },
  ],
  menu: [
    { id: 'helps', label: 'helps.title', to: '/helps', icon: CircleQuestionMark, order: 80, group: 'foot' },
  ],
  messages: { pt: title('Ajuda'), en: title('Help'), es: title('Ayuda') },
});
