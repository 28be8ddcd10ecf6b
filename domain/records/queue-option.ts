import { z } from 'zod';
import type { RecordDefinition } from './definition.ts';
import { mediaName, mediaPath } from './queue.ts';

/** A node of a queue's menu. `parentId` null: a root; `option` is its position among its siblings, from '1'. */
export const queueOption = {
  name: 'queueOption',
  plural: 'queueOptions',
  event: 'QueueOption',
  path: '/queue-options',
  listKey: null,
  title: 'title',
  fields: {
    title: {
      schema: z.string().trim().min(1).max(100),
      widget: { kind: 'text' },
      list: true,
      searchable: true,
    },
    message: {
      schema: z.string().max(4000),
      widget: { kind: 'text', multiline: 4, variables: true },
      default: '',
    },
    option: { schema: z.string().max(10), widget: { kind: 'text' }, list: true, default: '' },
    queueId: {
      schema: z.string().min(1).max(100),
      widget: { kind: 'reference', record: 'queue' },
      list: true,
    },
    parentId: {
      schema: z.string().max(100).nullable(),
      widget: { kind: 'reference', record: 'queueOption' },
      list: true,
      default: null,
    },
    mediaPath: {
      schema: mediaPath,
      widget: { kind: 'file', accept: 'image/*,video/*,audio/*,application/pdf' },
      default: null,
    },
    mediaName: { schema: mediaName, widget: { kind: 'text' }, default: null },
  },
  unique: [],
  access: { read: 'everyone', create: 'queues:manage', update: 'queues:manage', delete: 'queues:manage' },
} as const satisfies RecordDefinition;
