import {
  ArrowDown,
  ArrowUp,
  Check,
  Hourglass,
  List,
  Lock,
  MailOpen,
  MessagesSquare,
  Plus,
  Reply,
  Search,
  Volume2,
  Zap,
} from 'lucide-react';
import { type Command, definePlugin } from '../../shell/plugin.ts';
import { whenIdle } from '../../shell/when-idle.ts';
import { type TicketCommand, ticketCommands } from './commands/ticket-commands.ts';
import { applyQuickMessageChange } from './composer/use-quick-messages.ts';
import { usePendingBadge } from './list/use-badge.ts';
import { keys } from './live-cache/keys.ts';
import { applyTicketChangeLive, reloadTickets, startFollowing } from './live-cache/live.ts';

const command = (
  id: TicketCommand,
  icon: NonNullable<Command['icon']>,
  keys: string,
  label: string,
  order: number,
): Command => ({
  id: `tickets.${id}`,
  icon,
  keys,
  label,
  order,
  run: (go) => ticketCommands.dispatch(id, () => go('/tickets')),
});

/** Where agents work: the lists of tickets, the open conversation, and a ticket's past. */
export const plugin = definePlugin({
  name: 'tickets',
  uses: ['contacts'],
  // One route for list and conversation, so that going from one to the other keeps the list as it stands.
  routes: [
    {
      path: '/tickets/:id?',
      ahead: true,
      load: () =>
        import('./page.tsx').then((m) => {
          whenIdle(m.fetchDialogs);
          return { default: m.TicketsPage };
        }),
    },
    {
      path: '/tickets/:id/history',
      rule: 'ticket:history',
      load: () => import('./history/history-page.tsx').then((m) => ({ default: m.HistoryPage })),
    },
  ],
  menu: [
    {
      id: 'tickets',
      label: 'tickets.menu',
      to: '/tickets',
      icon: MessagesSquare,
      order: 10,
      group: 'main',
      phone: true,
      badge: usePendingBadge,
    },
  ],
  live: [
    // Colleagues to transfer to and to filter by.
    {
      channel: 'user',
      apply: (_change, cache) => void cache.invalidateQueries({ queryKey: keys.users }),
    },
    { channel: 'ticket', apply: applyTicketChangeLive, resync: reloadTickets, ready: startFollowing },
    { channel: 'quickemessage', apply: applyQuickMessageChange },
  ],
  slots: {
    'conversation.new': [
      {
        id: 'tickets.new',
        label: 'tickets.new',
        load: () =>
          import('./new-ticket/new-ticket-dialog.tsx').then((m) => ({ default: m.NewTicketDialog })),
      },
    ],
    'page.notice': [
      {
        id: 'tickets.outbox',
        label: 'tickets.outbox.open',
        load: () => import('./outbox/outbox-notice.tsx').then((m) => ({ default: m.OutboxNotice })),
      },
    ],
    'topbar.item': [
      {
        id: 'tickets.volume.bar',
        label: 'shell.volume',
        load: () => import('./notifications/volume-button.tsx').then((m) => ({ default: m.VolumeButton })),
      },
    ],
    'account.item': [
      {
        id: 'tickets.volume.menu',
        label: 'shell.volume',
        icon: Volume2,
        load: () => import('./notifications/volume-button.tsx').then((m) => ({ default: m.VolumePopover })),
      },
    ],
    'topbar.notifications': [
      {
        id: 'tickets.bell',
        label: 'tickets.bell',
        load: () => import('./notifications/bell.tsx').then((m) => ({ default: m.Bell })),
      },
    ],
  },
  palette: [
    {
      id: 'tickets.conversations',
      label: 'tickets.palette.conversations',
      order: 10,
      search: (text, signal) => import('./ticket/palette.ts').then((m) => m.findConversations(text, signal)),
    },
    {
      id: 'tickets.start',
      label: 'tickets.palette.start',
      order: 25,
      search: (text, signal) => import('./ticket/palette.ts').then((m) => m.findWhomToWrite(text, signal)),
    },
    {
      id: 'tickets.messages',
      label: 'tickets.palette.messages',
      order: 30,
      search: (text, signal) => import('./ticket/palette.ts').then((m) => m.findMessages(text, signal)),
    },
  ],
  commands: [
    command('next', ArrowDown, 'Alt+J', 'tickets.action.next', 10),
    command('previous', ArrowUp, 'Alt+K', 'tickets.action.previous', 11),
    command('acceptNext', Hourglass, 'Alt+A', 'tickets.action.acceptNext', 12),
    command('reply', Reply, 'Alt+L', 'tickets.action.reply', 13),
    command('note', Lock, 'Alt+P', 'tickets.action.note', 13.5),
    command('quick', Zap, '/', 'tickets.action.quick', 13.7),
    command('resolve', Check, 'Alt+E', 'tickets.action.resolve', 14),
    command('unread', MailOpen, 'Alt+U', 'tickets.action.unread', 14.5),
    command('new', Plus, 'Alt+N', 'tickets.new', 15),
    command('search', Search, 'Alt+B', 'tickets.search.label', 16),
    command('list', List, 'Alt+G', 'tickets.action.list', 17),
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
