// Written by `npm run records`: what the folders of records/ declare.
import { ListTree, Tags, Zap } from 'lucide-react';
import type { RecordEntry } from './entry.ts';

export const recordEntries: readonly RecordEntry[] = [
  {
    name: 'queue',
    plural: 'queues',
    follows: [
      { channel: 'queue', plural: 'queues' },
      { channel: 'queueOption', plural: 'queueOptions' },
    ],
    scope: 'company',
    path: '/queues',
    label: { pt: 'Filas', en: 'Queues', es: 'Colas' },
    icon: ListTree,
    group: 'admin',
    order: 30,
    rule: 'queues:manage',
    record: () => import('../../../records/queue/record.ts').then((module) => module.record),
    child: () => import('../../../records/queue-option/record.ts').then((module) => module.record),
    parts: () => import('../../../records/queue/screens.tsx').then((module) => module.parts),
  },
  {
    name: 'quickMessage',
    plural: 'quickMessages',
    follows: [{ channel: 'quickMessage', plural: 'quickMessages' }],
    scope: 'company',
    path: '/quick-messages',
    label: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' },
    icon: Zap,
    group: 'main',
    order: 25,
    rule: 'quick-messages:own',
    record: () => import('../../../records/quick-message/record.ts').then((module) => module.record),
  },
  {
    name: 'tag',
    plural: 'tags',
    follows: [{ channel: 'tag', plural: 'tags' }],
    scope: 'company',
    path: '/tags',
    label: { pt: 'Etiquetas', en: 'Tags', es: 'Etiquetas' },
    icon: Tags,
    group: 'main',
    order: 30,
    rule: 'everyone',
    record: () => import('../../../records/tag/record.ts').then((module) => module.record),
  },
];
