import { z } from 'zod';
import type { RecordDefinition } from './definition.ts';
import { color } from './queue.ts';

export const tag = {
  name: 'tag',
  plural: 'tags',
  event: 'Tag',
  path: '/tags',
  listKey: 'tags',
  title: 'name',
  fields: {
    name: {
      schema: z.string().trim().min(3).max(50),
      widget: { kind: 'text' },
      list: true,
      searchable: true,
    },
    color: { schema: color, widget: { kind: 'color' }, list: true, default: '#A4CCCC' },
    /** 1: a lane of the kanban board. */
    kanban: {
      schema: z.union([z.literal(0), z.literal(1)]),
      widget: { kind: 'switch' },
      default: 0,
      rule: 'tags:kanban',
    },
    ticketsCount: { schema: z.number().int(), widget: { kind: 'number' }, list: true, computed: 'count' },
  },
  unique: [{ field: 'name', error: 'ERR_ALREADY_EXISTS' }],
  // Whoever talks to a customer names and colours tags; taking one away from every ticket is for admins.
  access: { read: 'everyone', create: 'everyone', update: 'everyone', delete: 'tags:manage' },
} as const satisfies RecordDefinition;
