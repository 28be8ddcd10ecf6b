import { z } from 'zod';
import { integrationKinds } from '../../domain/company/integrations.ts';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';
import { mediaName, mediaPath, messageFiles } from '../../domain/records/shapes.ts';

const lookUp = (system: string) =>
  texts(`2ª via de boleto (${system})`, `Open invoices (${system})`, `Facturas abiertas (${system})`);

/** A node of a queue's menu. `parentId` null: a root; `option` is its position among its siblings, from '1'. */
export const record = defineRecord({
  name: 'queueOption',
  plural: 'queueOptions',
  event: 'QueueOption',
  title: 'title',
  path: '/queue-options',
  listKey: null,
  scope: 'company',
  listedBy: ['queueId'],
  access: { read: 'everyone', create: 'queues:manage', update: 'queues:manage', delete: 'queues:manage' },
  texts: {
    one: texts('Opção do bot', 'Bot option', 'Opción del bot'),
    many: texts('Opções do bot', 'Bot options', 'Opciones del bot'),
  },
  schema: z.object({
    title: field(z.string().trim().min(1).max(100), {
      label: texts('Título', 'Title', 'Título'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    message: field(z.string().max(4000).default(''), {
      label: texts('Mensagem', 'Message', 'Mensaje'),
      widget: { kind: 'text', multiline: 4, variables: true },
    }),
    action: field(z.enum(['none', ...integrationKinds]).default('none'), {
      label: texts('Ação', 'Action', 'Acción'),
      widget: {
        kind: 'select',
        options: [
          { value: 'none', label: texts('Só a mensagem', 'The message alone', 'Solo el mensaje') },
          { value: 'ixc', label: lookUp('IXC') },
          { value: 'mkauth', label: lookUp('MK-AUTH') },
          { value: 'asaas', label: lookUp('ASAAS') },
        ],
      },
    }),
    option: field(
      z
        .union([z.string(), z.number().transform(String)])
        .pipe(z.string().regex(/^\d{0,4}$/))
        .default(''),
      {
        label: texts('Opção', 'Option', 'Opción'),
        widget: { kind: 'text' },
        column: true,
      },
    ),
    queueId: field(z.string().min(1).max(100), {
      label: texts('Fila', 'Queue', 'Cola'),
      widget: { kind: 'reference', record: 'queue' },
      column: true,
    }),
    parentId: field(z.string().max(100).nullable().default(null), {
      label: texts('Dentro de', 'Inside', 'Dentro de'),
      widget: { kind: 'reference', record: 'queueOption' },
      column: true,
    }),
    mediaPath: field(mediaPath.default(null), {
      label: texts('Arquivo', 'File', 'Archivo'),
      widget: { kind: 'file', accept: messageFiles },
    }),
    mediaName: field(mediaName.default(null), {
      label: texts('Arquivo', 'File', 'Archivo'),
      widget: { kind: 'text' },
      form: false,
    }),
  }),
  computed: {
    children: { label: texts('Opções', 'Options', 'Opciones'), computed: 'children' },
  },
});
