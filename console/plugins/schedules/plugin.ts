import { CalendarClock } from 'lucide-react';
import { lateTexts } from '../../shell/i18n.ts';
import type { Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';

/** The page's own texts come with it: the first load has the menu's alone. */
const withTexts = lateTexts('schedules', {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
});
const titles = (title: string, later: string) => async (): Promise<Messages> => ({
  'schedules.title': title,
  'schedules.later': later,
});
const gate = { plan: 'useSchedules', rule: 'schedules:manage' } as const;

/** Messages that are sent later: their calendar, and those of a ticket beside it. */
export const plugin = definePlugin({
  name: 'schedules',
  routes: [
    {
      path: '/schedules',
      ...gate,
      load: () => withTexts(import('./schedules-page.tsx').then((m) => ({ default: m.SchedulesPage }))),
    },
  ],
  menu: [
    {
      id: 'schedules',
      label: 'schedules.title',
      to: '/schedules',
      icon: CalendarClock,
      order: 35,
      group: 'main',
      ...gate,
    },
  ],
  slots: {
    'conversation.notice': [
      {
        id: 'schedules.notice',
        label: 'schedules.title',
        order: 10,
        ...gate,
        load: () => withTexts(import('./scheduled.tsx').then((m) => ({ default: m.ScheduledNotice }))),
      },
    ],
    'ticket.panel': [
      {
        id: 'schedules.panel',
        label: 'schedules.title',
        order: 30,
        ...gate,
        load: () => withTexts(import('./scheduled.tsx').then((m) => ({ default: m.ScheduledPanel }))),
      },
    ],
    'composer.tool': [
      {
        id: 'schedules.later',
        label: 'schedules.later',
        order: 30,
        ...gate,
        load: () => withTexts(import('./send-later.tsx').then((m) => ({ default: m.SendLater }))),
      },
    ],
  },
  live: [
    {
      channel: 'schedule',
      ...gate,
      apply: (_change, cache) => void cache.invalidateQueries({ queryKey: ['schedules'] }),
      resync: (cache) => void cache.invalidateQueries({ queryKey: ['schedules'] }),
    },
  ],
  messages: {
    pt: titles('Agendamentos', 'Agendar envio'),
    en: titles('Schedules', 'Schedule it'),
    es: titles('Programaciones', 'Programar envío'),
  },
});
