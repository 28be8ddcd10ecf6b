import { z } from 'zod';
import { publicEventTypes } from '../../domain/public-events/public-event.ts';
import { defineRecord, field, secretField, texts } from '../../domain/records/declare.ts';
import { webAddress } from '../../domain/records/shapes.ts';

const usual = ['message.received', 'ticket.created', 'ticket.closed'] as const;

/** Whether base64 stands behind the standard's prefix, if it has it: of anything else a key of no bytes would be read. */
const isKey = (secret: string): boolean => /^(?!whsec_)|^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret);

/** An address of another system that is told what happens. */
export const record = defineRecord({
  name: 'webhook',
  plural: 'webhooks',
  event: 'Webhook',
  title: 'name',
  path: '/webhooks',
  listKey: 'webhooks',
  scope: 'company',
  plan: 'useExternalApi',
  access: {
    read: 'webhooks:manage',
    create: 'webhooks:manage',
    update: 'webhooks:manage',
    delete: 'webhooks:manage',
  },
  texts: {
    one: texts('Webhook', 'Webhook', 'Webhook'),
    many: texts('Webhooks', 'Webhooks', 'Webhooks'),
  },
  example: {
    name: 'ERP',
    url: 'https://erp.example.com/balcao',
    events: usual,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    active: true,
  },
  screen: {
    path: '/webhooks',
    icon: 'Webhook',
    group: 'admin',
    order: 76,
    rows: 'endless',
    texts: {
      create: texts('Novo webhook', 'New webhook', 'Nuevo webhook'),
      edit: texts('Editar webhook', 'Edit webhook', 'Editar webhook'),
      search: texts('Buscar webhooks', 'Search webhooks', 'Buscar webhooks'),
      saved: texts('Webhook %{name} salvo.', 'Webhook %{name} saved.', 'Webhook %{name} guardado.'),
      deleted: texts('Webhook %{name} excluído.', 'Webhook %{name} deleted.', 'Webhook %{name} eliminado.'),
      empty: {
        title: texts('Nenhum webhook ainda', 'No webhooks yet', 'Ningún webhook todavía'),
        text: texts(
          'Um webhook avisa outro sistema do que acontece aqui, no instante em que acontece.',
          'A webhook tells another system what happens here, the moment it happens.',
          'Un webhook avisa a otro sistema de lo que ocurre aquí, en el instante en que ocurre.',
        ),
      },
    },
  },
  schema: z.object({
    name: field(z.string().trim().min(2).max(60), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    url: field(webAddress(500), {
      label: texts('Endereço', 'Address', 'Dirección'),
      help: texts(
        'Recebe um POST com cada acontecimento; responda 2xx em até 10 s.',
        'Gets a POST with each event; answer 2xx within 10 s.',
        'Recibe un POST con cada acontecimiento; responda 2xx en 10 s.',
      ),
      widget: { kind: 'text' },
      column: 'wide',
      sorted: false,
    }),
    events: field(
      z
        .array(z.enum(publicEventTypes))
        .min(1)
        .max(publicEventTypes.length)
        .default([...usual]),
      {
        label: texts('Acontecimentos', 'Events', 'Acontecimientos'),
        widget: { kind: 'own' },
      },
    ),
    secret: secretField(z.string().trim().min(16).max(200).refine(isKey), {
      label: texts('Segredo da assinatura', 'Signing secret', 'Secreto de la firma'),
      help: texts(
        'Ao menos 16 caracteres, ou whsec_ e base64. Depois de salvo não aparece de novo. Sem ele nada é enviado.',
        'At least 16 characters, or whsec_ and base64. Once saved it is not shown again. Without it nothing is sent.',
        'Al menos 16 caracteres, o whsec_ y base64. Una vez guardado no aparece de nuevo. Sin él no se envía nada.',
      ),
    }),
    active: field(z.boolean().default(true), {
      label: texts('Ativo', 'Active', 'Activo'),
      help: texts(
        'Desliga-se sozinho depois de um dia em que nada chegou.',
        'Switches itself off after a day in which nothing arrived.',
        'Se apaga solo después de un día en que nada llegó.',
      ),
      widget: { kind: 'switch' },
      column: true,
    }),
    offReason: field(z.enum(['failing', 'gone']).nullable().default(null), {
      label: texts('Por que se desligou', 'Why it switched itself off', 'Por qué se apagó'),
      widget: { kind: 'own' },
      form: false,
    }),
  }),
  settle: (values) => (values.active === true ? { ...values, offReason: null } : values),
});
