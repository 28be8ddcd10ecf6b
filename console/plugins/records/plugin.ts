import { ListTree, Tags, Zap } from 'lucide-react';
import { queue, quickMessage, tag } from '../../../domain/records/index.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { holdersKey } from './belonging.ts';
import { applyRecordChange } from './data.ts';

/** The generated screens of plain records. Another record is one entry of each list here. */
export const plugin = definePlugin({
  name: 'records',
  routes: [
    {
      path: '/quick-messages',
      rule: quickMessage.access.update,
      load: () => import('./quick-messages-page.tsx').then((m) => ({ default: m.QuickMessagesPage })),
    },
    {
      path: '/queues',
      rule: queue.access.update,
      load: () => import('./queues-page.tsx').then((m) => ({ default: m.QueuesPage })),
    },
    {
      path: '/tags',
      rule: tag.access.create,
      load: () => import('./tags-page.tsx').then((m) => ({ default: m.TagsPage })),
    },
  ],
  menu: [
    {
      id: 'quickMessages',
      label: 'records.quickMessage.plural',
      to: '/quick-messages',
      icon: Zap,
      order: 25,
      group: 'main',
      rule: quickMessage.access.update,
    },
    {
      id: 'tags',
      label: 'records.tag.plural',
      to: '/tags',
      icon: Tags,
      order: 30,
      group: 'main',
      rule: tag.access.create,
    },
    {
      id: 'queues',
      label: 'records.queue.plural',
      to: '/queues',
      icon: ListTree,
      order: 30,
      group: 'admin',
      rule: queue.access.update,
    },
  ],
  live: [
    { channel: 'queue', apply: applyRecordChange('queues') },
    // Who has which queues.
    { channel: 'user', apply: applyRecordChange(holdersKey) },
    { channel: 'whatsapp', apply: applyRecordChange(holdersKey) },
    { channel: 'queueOption', apply: applyRecordChange('queueOptions') },
    { channel: 'tag', apply: applyRecordChange('tags') },
    { channel: 'quickMessage', apply: applyRecordChange('quickMessages') },
  ],
  messages: {
    pt: () => import('./messages/pt.ts').then((m) => m.messages),
    en: () => import('./messages/en.ts').then((m) => m.messages),
    es: () => import('./messages/es.ts').then((m) => m.messages),
  },
});
