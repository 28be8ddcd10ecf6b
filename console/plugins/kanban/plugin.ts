import { SquareKanban } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('kanban', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = async (): Promise<Messages> => ({ 'kanban.title': 'Kanban' });

/** Whether the board was ever on the screen: before, nothing of it is held that a change could make old. */
let liveModule: Promise<typeof import('./live.ts')> | undefined;

/** Tickets by the tags that are lanes. */
export const plugin = definePlugin({
  name: 'kanban',
  uses: ['contacts', 'tickets'],
  routes: [
    {
      path: '/kanban',
      plan: 'useKanban',
      load: async () => {
        liveModule ??= import('./live.ts');
        const page = withTexts(import('./board-page.tsx'));
        return { default: (await Promise.all([page, liveModule]))[0].BoardPage };
      },
    },
  ],
  menu: [
    {
      id: 'kanban',
      label: 'kanban.title',
      to: '/kanban',
      icon: SquareKanban,
      order: 15,
      group: 'main',
      plan: 'useKanban',
    },
  ],
  live: [
    {
      channel: 'ticket',
      plan: 'useKanban',
      apply: (change, cache, session) => void liveModule?.then((m) => m.applyToBoard(change, cache, session)),
      resync: (cache) => void cache.invalidateQueries({ queryKey: ['kanban'] }),
      ready: (cache) => void cache.invalidateQueries({ queryKey: ['kanban', 'cards'] }),
    },
    {
      channel: 'tag',
      plan: 'useKanban',
      apply: (_change, cache) => void cache.invalidateQueries({ queryKey: ['kanban', 'lanes'] }),
    },
  ],
  messages: { pt: title, en: title, es: title },
});
