import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { dialogflowRegions } from '../../domain/ports/assistant.ts';
import { defineRecord, field, secretField, texts } from '../../domain/records/declare.ts';
import { webAddress } from '../../domain/records/shapes.ts';
import type { Texts } from '../../domain/texts.ts';

const types = ['typebot', 'dialogflow', 'n8n', 'webhook'] as const;
/** What each type cannot do without. */
const neededFields: Readonly<Record<(typeof types)[number], readonly string[]>> = {
  typebot: ['urlN8N', 'typebotSlug'],
  dialogflow: ['projectName'],
  n8n: ['urlN8N'],
  webhook: ['urlN8N'],
};

/** Returns that a field is of those types alone. */
const of = (...is: readonly (typeof types)[number][]) => ({ when: { field: 'type', is } });
const sameTexts = (name: string): Texts => texts(name, name, name);
type When = ReturnType<typeof of>;
const line = (label: Texts, when: When, longest = 200) =>
  field(z.string().trim().max(longest).default(''), {
    label,
    widget: { kind: 'text' },
    form: 'half',
    ...when,
  });
const sayingField = (label: Texts) =>
  field(z.string().max(2_000).default(''), {
    label,
    widget: { kind: 'text', multiline: 2 },
    ...of('typebot'),
  });

/** A bot of another platform that a queue can be answered by. */
export const record = defineRecord({
  name: 'queueIntegration',
  plural: 'queueIntegrations',
  event: 'QueueIntegration',
  title: 'name',
  path: '/queueIntegration',
  listKey: 'queueIntegrations',
  scope: 'company',
  plan: 'useIntegrations',
  carries: { document: 'queueIntegration', id: 'integrationId' },
  access: {
    read: 'settings:manage',
    create: 'settings:manage',
    update: 'settings:manage',
    delete: 'settings:manage',
  },
  /** @throws ERR_VALIDATION at what its type needs */
  demandOf: (_asker, row) => {
    const type = types.find((one) => one === (row.type ?? 'typebot'));
    // None there is: that is what its schema says.
    if (type === undefined) return;
    const missing = neededFields[type].filter((name) => row[name] === '' || row[name] === undefined);
    if (missing.length > 0)
      throw new DomainError('ERR_VALIDATION', `${type} needs ${missing.join(', ')}`, {
        errors: Object.fromEntries(missing.map((name) => [name, 'required'])),
      });
  },
  texts: {
    one: texts('Integração de fila', 'Queue integration', 'Integración de cola'),
    many: texts('Integrações de filas', 'Queue integrations', 'Integraciones'),
  },
  screen: {
    path: '/queue-integration',
    icon: 'Webhook',
    group: 'admin',
    order: 62,
    rows: 'endless',
    texts: {
      create: texts('Nova integração', 'New integration', 'Nueva integración'),
      edit: texts('Editar integração', 'Edit integration', 'Editar integración'),
      search: texts('Buscar integrações', 'Search integrations', 'Buscar integraciones'),
      saved: texts(
        'Integração %{name} salva.',
        'Integration %{name} saved.',
        'Integración %{name} guardada.',
      ),
      deleted: texts(
        'Integração %{name} excluída.',
        'Integration %{name} deleted.',
        'Integración %{name} eliminada.',
      ),
      empty: {
        title: texts('Nenhuma integração ainda', 'No integrations yet', 'Ninguna integración todavía'),
        text: texts(
          'Ligue uma fila a um robô de outra plataforma: Typebot, Dialogflow, n8n ou um webhook.',
          'Connect a queue to a bot of another platform: Typebot, Dialogflow, n8n or a webhook.',
          'Conecte una cola a un bot de otra plataforma: Typebot, Dialogflow, n8n o un webhook.',
        ),
      },
    },
  },
  schema: z.object({
    type: field(z.enum(types).default('typebot'), {
      label: texts('Tipo', 'Type', 'Tipo'),
      widget: {
        kind: 'select',
        options: [
          { value: 'typebot', label: sameTexts('Typebot') },
          { value: 'dialogflow', label: sameTexts('Dialogflow') },
          { value: 'n8n', label: sameTexts('n8n') },
          { value: 'webhook', label: sameTexts('Webhook') },
        ],
      },
      column: true,
      filter: true,
      form: 'half',
    }),
    name: field(z.string().trim().min(2).max(50), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
      form: 'half',
    }),
    urlN8N: field(z.union([z.literal(''), webAddress(500)]).default(''), {
      label: texts('Endereço', 'Address', 'Dirección'),
      widget: { kind: 'text' },
      ...of('typebot', 'n8n', 'webhook'),
    }),
    projectName: field(z.string().trim().max(200).default(''), {
      label: texts('Projeto no Dialogflow', 'Dialogflow project', 'Proyecto en Dialogflow'),
      widget: { kind: 'text' },
      ...of('dialogflow'),
    }),
    language: field(z.enum(['pt-BR', 'en', 'es']).default('pt-BR'), {
      label: texts('Idioma', 'Language', 'Idioma'),
      widget: {
        kind: 'select',
        options: [
          { value: 'pt-BR', label: texts('Português', 'Portuguese', 'Portugués') },
          { value: 'en', label: texts('Inglês', 'English', 'Inglés') },
          { value: 'es', label: texts('Espanhol', 'Spanish', 'Español') },
        ],
      },
      form: 'half',
      ...of('dialogflow'),
    }),
    region: field(z.enum(dialogflowRegions).default('global'), {
      label: texts('Região', 'Region', 'Región'),
      widget: {
        kind: 'select',
        options: [
          { value: 'global', label: texts('Global', 'Global', 'Global') },
          { value: 'europe-west1', label: texts('Bélgica', 'Belgium', 'Bélgica') },
          { value: 'europe-west2', label: texts('Londres', 'London', 'Londres') },
          { value: 'australia-southeast1', label: texts('Sydney', 'Sydney', 'Sídney') },
          { value: 'asia-northeast1', label: texts('Tóquio', 'Tokyo', 'Tokio') },
        ],
      },
      form: 'half',
      ...of('dialogflow'),
    }),
    jsonContent: secretField(z.string().trim().min(2).max(20_000), {
      ...of('dialogflow'),
      label: texts('Credencial JSON', 'JSON credential', 'Credencial JSON'),
      help: texts(
        'Depois de salva, não volta à tela.',
        'Once saved it is not shown again.',
        'Una vez guardada no vuelve a la pantalla.',
      ),
    }),
    typebotSlug: line(texts('Slug do Typebot', 'Typebot slug', 'Slug de Typebot'), of('typebot')),
    typebotExpires: field(z.number().int().min(0).max(10_000).default(1), {
      label: texts('Expira em (minutos)', 'Expires in (minutes)', 'Vence en (minutos)'),
      widget: { kind: 'number' },
      form: 'half',
      ...of('typebot'),
    }),
    typebotDelayMessage: field(z.number().int().min(0).max(60_000).default(1_000), {
      label: texts(
        'Espera entre mensagens (ms)',
        'Delay between messages (ms)',
        'Espera entre mensajes (ms)',
      ),
      widget: { kind: 'number' },
      form: 'half',
      ...of('typebot'),
    }),
    typebotKeywordFinish: line(
      texts('Palavra que encerra', 'Word that ends it', 'Palabra que termina'),
      of('typebot'),
      50,
    ),
    typebotKeywordRestart: line(
      texts('Palavra que recomeça', 'Word that restarts it', 'Palabra que reinicia'),
      of('typebot'),
      50,
    ),
    typebotRestartMessage: sayingField(texts('Texto ao recomeçar', 'Text on restart', 'Texto al reiniciar')),
    typebotUnknownMessage: sayingField(
      texts('Texto de opção inválida', 'Text for an unknown option', 'Texto de opción inválida'),
    ),
  }),
});
