import { z } from 'zod';
import type { PlanFlag } from '../../domain/company/events.ts';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';
import type { Texts } from '../../domain/texts.ts';

const limit = (label: Texts) =>
  field(z.number().int().min(0).max(100_000).default(0), {
    label,
    widget: { kind: 'number' },
    column: true,
    form: 'third',
  });
const flag = (label: Texts) =>
  field(z.boolean().default(true), { label, widget: { kind: 'switch' }, form: 'half' });

/** What a company buys: how many of what, and which features. Super users write it. */
export const record = defineRecord({
  name: 'plan',
  plural: 'plans',
  event: 'Plan',
  path: '/plans',
  listKey: 'plans',
  title: 'name',
  allPath: '/plans/all',
  scope: 'platform',
  access: { read: 'super', create: 'super', update: 'super', delete: 'super' },
  unique: [{ field: 'name', error: 'ERR_ALREADY_EXISTS' }],
  texts: { one: texts('Plano', 'Plan', 'Plan'), many: texts('Planos', 'Plans', 'Planes') },
  schema: z.object({
    name: field(z.string().trim().min(2).max(50), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    /** Reais a month. */
    value: field(z.number().min(0).max(1_000_000).multipleOf(0.01).default(0), {
      label: texts('Valor por mês (R$)', 'Price a month (R$)', 'Valor por mes (R$)'),
      widget: { kind: 'number', decimals: 2 },
      column: true,
      form: 'beside',
    }),
    users: limit(texts('Usuários', 'Users', 'Usuarios')),
    connections: limit(texts('Conexões', 'Connections', 'Conexiones')),
    queues: limit(texts('Filas', 'Queues', 'Colas')),
    useCampaigns: flag(texts('Campanhas', 'Campaigns', 'Campañas')),
    useSchedules: flag(texts('Agendamentos', 'Schedules', 'Programaciones')),
    useInternalChat: flag(texts('Chat interno', 'Internal chat', 'Chat interno')),
    useExternalApi: flag(texts('API externa', 'External API', 'API externa')),
    useKanban: flag(texts('Kanban', 'Kanban', 'Kanban')),
    useOpenAi: flag(texts('Assistente de IA', 'AI assistant', 'Asistente de IA')),
    useIntegrations: flag(texts('Integrações', 'Integrations', 'Integraciones')),
    /** The spec's name; true: whoever signs up may choose it. */
    useInternal: field(z.boolean().default(true), {
      label: texts('Público no cadastro', 'Offered at sign-up', 'Público en el registro'),
      help: texts(
        'Desligado, só a plataforma dá este plano a uma empresa.',
        'When off, only the platform gives this plan to a company.',
        'Si está apagado, solo la plataforma da este plan a una empresa.',
      ),
      widget: { kind: 'switch' },
      column: true,
    }),
  } satisfies Record<PlanFlag, z.ZodType> & z.ZodRawShape),
});
