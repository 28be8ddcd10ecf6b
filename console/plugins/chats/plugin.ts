import { MessageCircle } from 'lucide-react';
import type { ChatMessageView } from '../../../contract/chat.ts';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { untilIdle } from '../../shell/when-idle.ts';
import { useUnreadChats } from './unread.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('chats', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const title = (text: string) => async (): Promise<Messages> => ({ 'chats.menu': text });
const gate = { plan: 'useInternalChat', rule: 'chats:use' } as const;

/** Whether a list of chats was ever on the screen: before, nothing is held that a change could make old but the badge. */
let liveModule: Promise<typeof import('./live.ts')> | undefined;

/** Returns what is drawn once its texts are there, and what keeps it true. */
async function withLive<T>(part: Promise<T>): Promise<T> {
  liveModule ??= import('./live.ts');
  return (await Promise.all([withTexts(part), liveModule]))[0];
}

/** Chats between colleagues, on a page of their own and from the top bar. */
export const plugin = definePlugin({
  name: 'chats',
  routes: [
    {
      path: '/chats/:chatId?',
      ...gate,
      load: () => withLive(import('./chats-page.tsx').then((m) => ({ default: m.ChatsPage }))),
    },
  ],
  menu: [
    {
      id: 'chats',
      label: 'chats.menu',
      to: '/chats',
      icon: MessageCircle,
      order: 38,
      group: 'main',
      badge: useUnreadChats,
      ...gate,
    },
  ],
  slots: {
    'topbar.item': [
      {
        id: 'chats.bar',
        label: 'chats.menu',
        order: 70,
        ...gate,
        load: () =>
          untilIdle().then(() => withLive(import('./popover.tsx').then((m) => ({ default: m.ChatsButton })))),
      },
    ],
  },
  live: [
    {
      channel: 'chat',
      ...gate,
      apply: (change, cache, session) => {
        if (change.action !== 'typing') void cache.invalidateQueries({ queryKey: ['chats', 'list'] });
        void liveModule?.then((m) => m.applyToChats(change, cache, session));
      },
      resync: (cache) => void cache.invalidateQueries({ queryKey: ['chats'] }),
    },
    {
      channel: 'chatMessage',
      ...gate,
      apply: (change, cache, session) => {
        void liveModule?.then((m) => m.applyToThread(change, cache));
        const said =
          change.action === 'create' ? (change.document as ChatMessageView | undefined) : undefined;
        if (said) void import('./ring-for.ts').then((m) => m.ringFor(said, session.user.id));
      },
    },
  ],
  messages: { pt: title('Chat interno'), en: title('Team chat'), es: title('Chat interno') },
});
