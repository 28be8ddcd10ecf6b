import { Megaphone } from 'lucide-react';
import { addMessages, type Locale, type Messages } from '../../shell/i18n.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { whenIdle } from '../../shell/when-idle.ts';

/** What is read of it comes with it: the first load has its name alone. */
const own: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
const title = (text: string) => async (): Promise<Messages> => ({ 'announcements.title': text });

/** The texts are there before what is read in them is drawn. */
const withTexts = async <T>(part: Promise<T>): Promise<T> => {
  await addMessages('announcements', async (locale) => (await own[locale]()).messages);
  return part;
};
/** Once the first page stands: nobody waits for announcements. */
const idle = () => new Promise<void>((resolve) => whenIdle(resolve));

/** What the platform tells everybody; super users write it on the record's own screen. */
export const plugin = definePlugin({
  name: 'announcements',
  routes: [],
  slots: {
    'topbar.item': [
      {
        id: 'announcements.bar',
        label: 'announcements.title',
        order: 60,
        load: () =>
          idle().then(() =>
            withTexts(import('./board.tsx').then((m) => ({ default: m.AnnouncementsButton }))),
          ),
      },
    ],
    'account.item': [
      {
        id: 'announcements.menu',
        label: 'announcements.title',
        icon: Megaphone,
        order: 60,
        load: () => withTexts(import('./board.tsx').then((m) => ({ default: m.AnnouncementsPopover }))),
      },
    ],
  },
  messages: { pt: title('Informativos'), en: title('Announcements'), es: title('Informativos') },
});
