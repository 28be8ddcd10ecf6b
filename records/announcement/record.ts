import { z } from 'zod';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';
import { mediaName, mediaPath, pictureFiles } from '../../domain/records/shapes.ts';

/** What super users tell the people of every company. One that is not active is theirs alone. */
export const record = defineRecord({
  name: 'announcement',
  plural: 'announcements',
  event: 'Announcement',
  path: '/announcements',
  listKey: 'records',
  title: 'title',
  scope: 'platform',
  access: { read: 'everyone', create: 'super', update: 'super', delete: 'super' },
  shownWhile: 'status',
  texts: {
    one: texts('Informativo', 'Announcement', 'Informativo'),
    many: texts('Informativos', 'Announcements', 'Informativos'),
  },
  screen: {
    path: '/announcements',
    icon: 'Megaphone',
    group: 'admin',
    order: 83,
    rows: 'endless',
    texts: {
      create: texts('Novo informativo', 'New announcement', 'Nuevo informativo'),
      edit: texts('Editar informativo', 'Edit announcement', 'Editar informativo'),
      search: texts('Buscar informativo', 'Search announcements', 'Buscar informativo'),
      saved: texts(
        'Informativo %{name} salvo.',
        'Announcement %{name} saved.',
        'Informativo %{name} guardado.',
      ),
      deleted: texts(
        'Informativo %{name} excluído.',
        'Announcement %{name} deleted.',
        'Informativo %{name} eliminado.',
      ),
      empty: {
        title: texts('Nenhum informativo ainda', 'No announcements yet', 'Ningún informativo todavía'),
        text: texts(
          'O que você publica aqui é visto pelas pessoas de todas as empresas.',
          'What you publish here is seen by the people of every company.',
          'Lo que publica aquí lo ven las personas de todas las empresas.',
        ),
      },
    },
  },
  schema: z.object({
    title: field(z.string().trim().min(1).max(200), {
      label: texts('Título', 'Title', 'Título'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    text: field(z.string().trim().min(1).max(10_000), {
      label: texts('Texto', 'Text', 'Texto'),
      widget: { kind: 'text', multiline: 7 },
      search: true,
    }),
    priority: field(z.union([z.literal(1), z.literal(2), z.literal(3)]).default(3), {
      label: texts('Prioridade', 'Priority', 'Prioridad'),
      widget: {
        kind: 'select',
        options: [
          { value: 1, label: texts('Alta', 'High', 'Alta'), tone: 'danger' },
          { value: 2, label: texts('Média', 'Medium', 'Media'), tone: 'warning' },
          { value: 3, label: texts('Baixa', 'Low', 'Baja'), tone: 'neutral' },
        ],
      },
      column: true,
      filter: true,
    }),
    mediaPath: field(mediaPath.default(null), {
      label: texts('Imagem', 'Picture', 'Imagen'),
      help: texts('PNG ou JPG, até 5 MB.', 'PNG or JPG, up to 5 MB.', 'PNG o JPG, hasta 5 MB.'),
      widget: { kind: 'file', accept: pictureFiles, strict: true, mostBytes: 5 * 1024 * 1024 },
    }),
    mediaName: field(mediaName.default(null), {
      label: texts('Anexo', 'Attachment', 'Adjunto'),
      widget: { kind: 'text' },
      column: true,
      none: texts('Sem anexo', 'No attachment', 'Sin adjunto'),
      form: false,
    }),
    status: field(z.boolean().default(true), {
      label: texts('Situação', 'Status', 'Estado'),
      widget: { kind: 'switch' },
      column: true,
    }),
  }),
});
