import { CircleQuestionMark } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('helps', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'helps.title': text });

/** Videos that explain the product, for everybody; super users write them among the settings. */
export const plugin = definePlugin({
  name: 'helps',
  routes: [
    {
      path: '/helps',
      load: () => withTexts(import('./helps-page.tsx').then((m) => ({ default: m.HelpsPage }))),
    },
  ],
  menu: [
    { id: 'helps', label: 'helps.title', to: '/helps', icon: CircleQuestionMark, order: 80, group: 'foot' },
  ],
  messages: { pt: title('Ajuda'), en: title('Help'), es: title('Ayuda') },
});
