import { z } from 'zod';
import { defineRecord, field, secretField, texts } from '../../domain/records/declare.ts';
import { webAddress } from '../../domain/records/shapes.ts';

/** Neural voices of Azure that speak Brazilian Portuguese. */
const voices = [
  ...['Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Francisca', 'Giovanna', 'Humberto'],
  ...['Julio', 'Leila', 'Leticia', 'Manuela', 'Nicolau', 'Valerio', 'Yara'],
] as const;
const voiceOf = (name: string) => `pt-BR-${name}Neural`;

/** What an assistant of a language model is told, and by whose key it is asked. */
export const record = defineRecord({
  name: 'prompt',
  plural: 'prompts',
  event: 'Prompt',
  title: 'name',
  path: '/prompt',
  listKey: 'prompts',
  scope: 'company',
  listedBy: ['queueId'],
  plan: 'useOpenAi',
  deletedMessage: 'Prompt deleted',
  access: {
    read: 'settings:manage',
    create: 'settings:manage',
    update: 'settings:manage',
    delete: 'settings:manage',
  },
  texts: {
    one: texts('Prompt', 'Prompt', 'Prompt'),
    many: texts('Prompts de IA', 'AI prompts', 'Prompts de IA'),
  },
  screen: {
    path: '/prompts',
    icon: 'Sparkles',
    group: 'admin',
    order: 60,
    rows: 'pages',
    texts: {
      create: texts('Novo prompt', 'New prompt', 'Nuevo prompt'),
      edit: texts('Editar prompt', 'Edit prompt', 'Editar prompt'),
      search: texts('Buscar prompts', 'Search prompts', 'Buscar prompts'),
      saved: texts('Prompt %{name} salvo.', 'Prompt %{name} saved.', 'Prompt %{name} guardado.'),
      deleted: texts('Prompt %{name} excluído.', 'Prompt %{name} deleted.', 'Prompt %{name} eliminado.'),
      empty: {
        title: texts('Nenhum prompt ainda', 'No prompts yet', 'Ningún prompt todavía'),
        text: texts(
          'Um prompt diz ao assistente como atender quem escreve para uma fila. O crédito gratuito do provedor expira: recarregue-o lá.',
          'A prompt tells the assistant how to serve who writes to a queue. The provider’s free credit expires: recharge it there.',
          'Un prompt dice al asistente cómo atender a quien escribe a una cola. El crédito gratuito del proveedor vence: recárguelo allí.',
        ),
      },
    },
  },
  schema: z.object({
    name: field(z.string().trim().min(2).max(100), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    queueId: field(z.string().min(1).max(100), {
      label: texts('Fila', 'Queue', 'Cola'),
      widget: { kind: 'reference', record: 'queue', choose: { resource: 'queues', title: 'name' } },
      column: true,
      missing: texts('Informe o setor', 'Choose the queue', 'Indique el sector'),
    }),
    prompt: field(z.string().trim().min(1).max(20_000), {
      label: texts('Prompt', 'Prompt', 'Prompt'),
      widget: { kind: 'text', multiline: 8 },
    }),
    apiKey: secretField(z.string().trim().min(4).max(500), {
      sentTo: 'baseUrl',
      label: texts('Chave da API', 'API key', 'Clave de la API'),
      help: texts(
        'Depois de salva, não volta à tela.',
        'Once saved it is not shown again.',
        'Una vez guardada no vuelve a la pantalla.',
      ),
    }),
    baseUrl: field(webAddress(300).default('https://api.openai.com/v1'), {
      label: texts('Endereço do provedor', 'Provider’s address', 'Dirección del proveedor'),
      widget: { kind: 'text' },
    }),
    model: field(z.string().trim().min(1).max(100).default('gpt-4o-mini'), {
      label: texts('Modelo', 'Model', 'Modelo'),
      widget: { kind: 'text' },
      form: 'half',
    }),
    // A compatible server may call it otherwise, or have none.
    transcriptionModel: field(z.string().trim().max(100).default('whisper-1'), {
      label: texts('Modelo de transcrição', 'Transcription model', 'Modelo de transcripción'),
      help: texts(
        'O que o provedor usa para ler mensagens de voz. Vazio: o assistente não as ouve.',
        'What the provider reads voice messages with. Empty: the assistant does not hear them.',
        'Con lo que el proveedor lee mensajes de voz. Vacío: el asistente no los oye.',
      ),
      widget: { kind: 'text' },
      form: 'half',
    }),
    dailyTokens: field(z.number().int().min(0).max(1_000_000_000).default(200_000), {
      label: texts('Limite de tokens por dia', 'Most tokens a day', 'Límite de tokens por día'),
      help: texts(
        'Ao chegar lá, um atendente assume. 0: sem limite.',
        'Once it is reached an agent takes over. 0: no limit.',
        'Al llegar, un agente continúa. 0: sin límite.',
      ),
      widget: { kind: 'number' },
      form: 'half',
      column: true,
    }),
    handOverWords: field(z.string().trim().max(300).default('atendente, humano, pessoa'), {
      label: texts(
        'Palavras que chamam um atendente',
        'Words that call an agent',
        'Palabras que llaman a un agente',
      ),
      help: texts('Separadas por vírgula.', 'Divided by commas.', 'Separadas por coma.'),
      widget: { kind: 'text' },
      form: 'half',
    }),
    maxMessages: field(z.number().int().min(1).max(100).default(10), {
      label: texts('Mensagens no histórico', 'Messages in the history', 'Mensajes en el historial'),
      widget: { kind: 'number' },
      form: 'third',
    }),
    maxTokens: field(z.number().int().min(1).max(32_000).default(100), {
      label: texts('Máximo de tokens', 'Most tokens', 'Máximo de tokens'),
      widget: { kind: 'number' },
      column: true,
      form: 'third',
    }),
    temperature: field(z.number().min(0).max(2).default(1), {
      label: texts('Temperatura', 'Temperature', 'Temperatura'),
      widget: { kind: 'number', decimals: 1 },
      form: 'third',
    }),
    voice: field(z.enum(['texto', ...voices.map(voiceOf)]).default('texto'), {
      label: texts('Voz', 'Voice', 'Voz'),
      widget: {
        kind: 'select',
        options: [
          { value: 'texto', label: texts('Só texto', 'Text only', 'Solo texto') },
          ...voices.map((name) => ({ value: voiceOf(name), label: texts(name, name, name) })),
        ],
      },
      form: 'half',
    }),
    voiceRegion: field(z.string().trim().max(50).default(''), {
      label: texts('Região da voz', 'Voice region', 'Región de la voz'),
      widget: { kind: 'text' },
      form: 'half',
    }),
    // Sent to Microsoft alone, wherever the region is.
    voiceKey: secretField(z.string().trim().min(4).max(500), {
      label: texts('Chave da voz', 'Voice key', 'Clave de la voz'),
    }),
  }),
});
