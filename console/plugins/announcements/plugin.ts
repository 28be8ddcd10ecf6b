import { Megaphone } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { untilIdle } from '../../shell/when-idle.ts';

/** What is read of it comes with it: the first load has its name alone. */
const withTexts = lateTexts('announcements', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'announcements.title': text });

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
          untilIdle().then(() =>
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
        mark: () =>
          untilIdle().then(() => import('./board.tsx').then((m) => ({ default: m.AnnouncementsMark }))),
        load: () => withTexts(import('./board.tsx').then((m) => ({ default: m.AnnouncementsPopover }))),
      },
    ],
  },
  messages: { pt: title('Informativos'), en: title('Announcements'), es: title('Informativos') },
});
