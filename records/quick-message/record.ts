import { z } from 'zod';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';
import { mediaName, mediaPath, messageFiles } from '../../domain/records/shapes.ts';

/** A reply that is inserted by its shortcode. `geral`: for everybody; otherwise its owner's (and the supervisors'). */
export const record = defineRecord({
  name: 'quickMessage',
  plural: 'quickMessages',
  event: 'QuickMessage',
  title: 'shortcode',
  channel: 'quickemessage',
  path: '/quick-messages',
  listKey: 'records',
  scope: 'company',
  access: {
    read: 'everyone',
    create: 'quick-messages:own',
    update: 'quick-messages:own',
    delete: 'quick-messages:own',
  },
  ownership: {
    owner: 'userId',
    shared: 'geral',
    any: 'quick-messages:all',
    share: 'quick-messages:general',
  },
  unique: [{ field: 'shortcode', error: 'ERR_ALREADY_EXISTS', per: 'userId' }],
  texts: {
    one: texts('Resposta rápida', 'Quick reply', 'Respuesta rápida'),
    many: texts('Respostas rápidas', 'Quick replies', 'Respuestas rápidas'),
  },
  screen: {
    path: '/quick-messages',
    icon: 'Zap',
    group: 'main',
    order: 25,
    rows: 'endless',
    texts: {
      create: texts('Nova resposta rápida', 'New quick reply', 'Nueva respuesta rápida'),
      edit: texts('Editar resposta rápida', 'Edit quick reply', 'Editar respuesta rápida'),
      search: texts('Buscar respostas rápidas', 'Search quick replies', 'Buscar respuestas rápidas'),
      saved: texts(
        'Resposta rápida /%{name} salva.',
        'Quick reply /%{name} saved.',
        'Respuesta rápida /%{name} guardada.',
      ),
      deleted: texts(
        'Resposta rápida /%{name} excluída.',
        'Quick reply /%{name} deleted.',
        'Respuesta rápida /%{name} eliminada.',
      ),
      empty: {
        title: texts(
          'Nenhuma resposta rápida ainda',
          'No quick replies yet',
          'Ninguna respuesta rápida todavía',
        ),
        text: texts(
          'Guarde os textos que você escreve todo dia: na conversa, digite / e escolha.',
          'Keep the texts you write every day: in a conversation, type / and choose.',
          'Guarde los textos que escribe todos los días: en la conversación, escriba / y elija.',
        ),
      },
    },
  },
  schema: z.object({
    shortcode: field(
      // Typed with the slash that calls it or without: it is the same one.
      z
        .string()
        .trim()
        .overwrite((text) => text.replace(/^\/+/, ''))
        .min(1)
        .max(100),
      {
        label: texts('Atalho', 'Shortcode', 'Atajo'),
        widget: { kind: 'text' },
        column: true,
        search: true,
        prefix: '/',
      },
    ),
    message: field(z.string().max(4000).default(''), {
      label: texts('Mensagem', 'Message', 'Mensaje'),
      widget: { kind: 'text', multiline: 7, variables: true },
      column: 'wide',
      sorted: false,
      search: true,
    }),
    mediaPath: field(mediaPath.default(null), {
      label: texts('Anexo', 'Attachment', 'Adjunto'),
      widget: { kind: 'file', accept: messageFiles },
    }),
    mediaName: field(mediaName.default(null), {
      label: texts('Anexo', 'Attachment', 'Adjunto'),
      widget: { kind: 'text' },
      column: true,
      none: texts('Sem anexo', 'No attachment', 'Sin adjunto'),
      form: false,
    }),
    geral: field(z.boolean().default(false), {
      label: texts('Geral', 'For everybody', 'General'),
      widget: { kind: 'switch' },
      column: true,
      rule: 'quick-messages:general',
    }),
    status: field(z.boolean().default(true), {
      label: texts('Ativa', 'Active', 'Activa'),
      widget: { kind: 'switch' },
      column: true,
    }),
    /** Who wrote it; set by the server. */
    userId: field(z.string().max(100).nullable().default(null), {
      label: texts('Autor', 'Author', 'Autor'),
      widget: { kind: 'text' },
      form: false,
    }),
  }),
  computed: {
    isMedia: { label: texts('Anexo', 'Attachment', 'Adjunto'), computed: { present: 'mediaPath' } },
    companyId: { label: texts('Empresa', 'Company', 'Empresa'), computed: 'company' },
  },
});
