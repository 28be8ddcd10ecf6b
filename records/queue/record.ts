import { z } from 'zod';
import { defaultSchedules, givenSchedules } from '../../domain/company/hours.ts';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';
import { color, mediaName, mediaPath, messageFiles } from '../../domain/records/shapes.ts';

/** Where conversations arrive: its colour, its order in the bot's menu, what it says, and when it is open. */
export const record = defineRecord({
  name: 'queue',
  plural: 'queues',
  event: 'Queue',
  path: '/queue',
  listKey: null,
  title: 'name',
  scope: 'company',
  notFound: 'ERR_NO_QUEUE_FOUND',
  ticketField: 'queueId',
  limit: 'queues',
  access: { read: 'everyone', create: 'queues:manage', update: 'queues:manage', delete: 'queues:manage' },
  unique: [
    { field: 'name', error: 'ERR_ALREADY_EXISTS' },
    { field: 'color', error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  ],
  children: {
    record: 'queueOption',
    parentField: 'queueId',
    treeField: 'parentId',
    placeField: 'option',
  },
  texts: { one: texts('Fila', 'Queue', 'Cola'), many: texts('Filas', 'Queues', 'Colas') },
  tabs: {
    main: texts('Dados da fila', 'Queue data', 'Datos de la cola'),
    hours: texts('Horários de atendimento', 'Opening hours', 'Horarios de atención'),
  },
  screen: {
    path: '/queues',
    icon: 'ListTree',
    group: 'admin',
    order: 30,
    rows: 'endless',
    texts: {
      create: texts('Nova fila', 'New queue', 'Nueva cola'),
      edit: texts('Editar fila', 'Edit queue', 'Editar cola'),
      search: texts('Buscar fila', 'Search queues', 'Buscar cola'),
      saved: texts('Fila %{name} salva.', 'Queue %{name} saved.', 'Cola %{name} guardada.'),
      deleted: texts('Fila %{name} excluída.', 'Queue %{name} deleted.', 'Cola %{name} eliminada.'),
      empty: {
        title: texts('Nenhuma fila ainda', 'No queues yet', 'Ninguna cola todavía'),
        text: texts(
          'As conversas chegam em filas, como Suporte ou Vendas, e cada fila tem os seus atendentes.',
          'Conversations arrive in queues, like Support or Sales, and each queue has its own agents.',
          'Las conversaciones llegan en colas, como Soporte o Ventas, y cada cola tiene sus agentes.',
        ),
      },
    },
  },
  schema: z.object({
    name: field(z.string().trim().min(2).max(50), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    color: field(color, {
      label: texts('Cor', 'Colour', 'Color'),
      widget: { kind: 'color' },
      column: true,
    }),
    orderQueue: field(z.number().int().min(0).max(9999).nullable().default(null), {
      label: texts('Ordem', 'Order', 'Orden'),
      widget: { kind: 'number', counts: true },
      column: true,
      form: 'beside',
    }),
    greetingMessage: field(z.string().max(4000).default(''), {
      label: texts('Saudação', 'Greeting', 'Saludo'),
      widget: { kind: 'text', multiline: 4, variables: true },
      column: 'wide',
    }),
    outOfHoursMessage: field(z.string().max(4000).default(''), {
      label: texts('Fora do horário', 'Out of hours', 'Fuera de horario'),
      widget: { kind: 'text', multiline: 4, variables: true },
    }),
    schedules: field(givenSchedules.default(defaultSchedules), {
      label: texts('Horários de atendimento', 'Opening hours', 'Horarios de atención'),
      widget: { kind: 'own' },
      tab: 'hours',
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
    promptId: field(z.string().max(100).nullable().default(null), {
      label: texts('Prompt de IA', 'AI prompt', 'Prompt de IA'),
      help: texts(
        'Responde a quem escreve a esta fila até passar a um atendente; o menu não aparece.',
        'Answers who writes to this queue until it hands over to an agent; the menu is not shown.',
        'Responde a quien escribe a esta cola hasta pasar a un agente; el menú no aparece.',
      ),
      widget: { kind: 'reference', record: 'prompt', choose: { resource: 'prompts', title: 'name' } },
      form: 'half',
      plan: 'useOpenAi',
    }),
    integrationId: field(z.string().max(100).nullable().default(null), {
      label: texts('Integração', 'Integration', 'Integración'),
      help: texts(
        'O robô de outra plataforma. Vale no lugar do prompt.',
        'The bot of another platform. It takes the prompt’s place.',
        'El bot de otra plataforma. Vale en lugar del prompt.',
      ),
      widget: {
        kind: 'reference',
        record: 'queueIntegration',
        choose: { resource: 'queueIntegrations', title: 'name' },
      },
      form: 'half',
      plan: 'useIntegrations',
    }),
  }),
});
