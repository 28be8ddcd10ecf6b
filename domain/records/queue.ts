import { z } from 'zod';
import type { RecordDefinition } from './definition.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Weekly hours: one entry a weekday, by the spec's names. A day from 00:00 to 00:00 is closed. */
export const schedules = z
  .array(
    z.object({ weekday: z.string().max(30), weekdayEn: z.string().max(12), startTime: time, endTime: time }),
  )
  .max(7);

const day = (weekday: string, weekdayEn: string, startTime = '08:00', endTime = '18:00') => ({
  ...{ weekday, weekdayEn, startTime, endTime },
});

export const defaultSchedules: z.output<typeof schedules> = [
  day('Segunda-feira', 'monday'),
  day('Terça-feira', 'tuesday'),
  day('Quarta-feira', 'wednesday'),
  day('Quinta-feira', 'thursday'),
  day('Sexta-feira', 'friday'),
  day('Sábado', 'saturday', '08:00', '12:00'),
  day('Domingo', 'sunday', '00:00', '00:00'),
];

/** `#` and 3, 4, 6 or 8 hex digits; the spec allows 3 to 9 characters. */
export const color = z
  .string()
  .trim()
  .min(3)
  .max(9)
  .regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i);

export const mediaPath = z.string().max(100).nullable();
export const mediaName = z.string().max(255).nullable();

export const queue = {
  name: 'queue',
  plural: 'queues',
  event: 'Queue',
  path: '/queue',
  listKey: null,
  title: 'name',
  fields: {
    name: {
      schema: z.string().trim().min(2).max(50),
      widget: { kind: 'text' },
      list: true,
      searchable: true,
    },
    color: { schema: color, widget: { kind: 'color' }, list: true },
    orderQueue: {
      schema: z.number().int().min(0).max(9999).nullable(),
      widget: { kind: 'number' },
      list: true,
      default: null,
    },
    greetingMessage: {
      schema: z.string().max(4000),
      widget: { kind: 'text', multiline: 4, variables: true },
      list: 'wide',
      default: '',
    },
    outOfHoursMessage: {
      schema: z.string().max(4000),
      widget: { kind: 'text', multiline: 4, variables: true },
      default: '',
    },
    schedules: { schema: schedules, widget: { kind: 'hours' }, default: defaultSchedules },
    mediaPath: {
      schema: mediaPath,
      widget: { kind: 'file', accept: 'image/*,video/*,audio/*,application/pdf' },
      default: null,
    },
    mediaName: { schema: mediaName, widget: { kind: 'text' }, default: null },
    integrationId: { schema: z.string().max(100).nullable(), widget: { kind: 'text' }, default: null },
    promptId: { schema: z.string().max(100).nullable(), widget: { kind: 'text' }, default: null },
  },
  unique: [
    { field: 'name', error: 'ERR_ALREADY_EXISTS' },
    { field: 'color', error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  ],
  access: { read: 'everyone', create: 'queues:manage', update: 'queues:manage', delete: 'queues:manage' },
  children: { record: 'queueOption', parentField: 'queueId', treeField: 'parentId' },
} as const satisfies RecordDefinition;
