import { z } from 'zod';
import type { RecordDefinition } from './definition.ts';
import { mediaName, mediaPath } from './queue.ts';

/** A reply that is inserted by its shortcode. `geral`: for everybody; otherwise its owner's (and the supervisors'). */
export const quickMessage = {
  name: 'quickMessage',
  plural: 'quickMessages',
  event: 'QuickMessage',
  path: '/quick-messages',
  listKey: 'records',
  title: 'shortcode',
  fields: {
    shortcode: {
      // Typed with the slash that calls it or without: it is the same one.
      schema: z
        .string()
        .trim()
        .overwrite((text) => text.replace(/^\/+/, ''))
        .min(1)
        .max(100),
      widget: { kind: 'text' },
      list: true,
      searchable: true,
    },
    message: {
      schema: z.string().max(4000),
      widget: { kind: 'text', multiline: 7, variables: true },
      searchable: true,
      default: '',
    },
    mediaPath: {
      schema: mediaPath,
      widget: { kind: 'file', accept: 'image/*,video/*,audio/*,application/pdf' },
      default: null,
    },
    mediaName: { schema: mediaName, widget: { kind: 'text' }, list: true, default: null },
    isMedia: { schema: z.boolean(), widget: { kind: 'switch' }, computed: { present: 'mediaPath' } },
    geral: {
      schema: z.boolean(),
      widget: { kind: 'switch' },
      list: true,
      default: false,
      rule: 'quick-messages:general',
    },
    status: { schema: z.boolean(), widget: { kind: 'switch' }, default: true },
    companyId: { schema: z.string(), widget: { kind: 'text' }, computed: 'company' },
    /** Who wrote it; set by the server. */
    userId: { schema: z.string().max(100).nullable(), widget: { kind: 'text' }, default: null },
  },
  unique: [{ field: 'shortcode', error: 'ERR_ALREADY_EXISTS', per: 'userId' }],
  ownership: {
    owner: 'userId',
    shared: 'geral',
    any: 'quick-messages:all',
    share: 'quick-messages:general',
  },
  access: {
    read: 'everyone',
    create: 'quick-messages:own',
    update: 'quick-messages:own',
    delete: 'quick-messages:own',
  },
} as const satisfies RecordDefinition;
