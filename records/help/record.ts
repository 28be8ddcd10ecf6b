import { z } from 'zod';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';

/** Where addresses of a video have its code: `watch?v=…`, `youtu.be/…`, `embed/…`, `shorts/…`. */
const address =
  /^(?:https?:\/\/)?(?:www\.|m\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:embed\/|shorts\/|watch\?(?:\S*&)?v=))([\w-]+)/;

/** A video that explains the product: super users write it, everybody watches it. */
export const record = defineRecord({
  name: 'help',
  plural: 'helps',
  event: 'Help',
  path: '/helps',
  listKey: 'records',
  title: 'title',
  allPath: '/helps/list',
  scope: 'platform',
  access: { read: 'everyone', create: 'super', update: 'super', delete: 'super' },
  texts: {
    one: texts('Vídeo de ajuda', 'Help video', 'Video de ayuda'),
    many: texts('Vídeos de ajuda', 'Help videos', 'Videos de ayuda'),
  },
  screen: {
    // The page on which everybody watches them is another: /helps.
    path: '/settings/helps',
    icon: 'CirclePlay',
    group: 'admin',
    order: 85,
    rows: 'pages',
    texts: {
      create: texts('Novo vídeo de ajuda', 'New help video', 'Nuevo video de ayuda'),
      edit: texts('Editar vídeo de ajuda', 'Edit help video', 'Editar video de ayuda'),
      search: texts('Buscar vídeo de ajuda', 'Search help videos', 'Buscar video de ayuda'),
      saved: texts('Vídeo %{name} salvo.', 'Video %{name} saved.', 'Video %{name} guardado.'),
      deleted: texts('Vídeo %{name} excluído.', 'Video %{name} deleted.', 'Video %{name} eliminado.'),
      failed: texts(
        'Verifique se já existe uma ajuda com o mesmo título ou se os campos foram preenchidos corretamente',
        'Check whether there is a help with the same title already, and whether the fields are filled in correctly',
        'Verifique si ya existe una ayuda con el mismo título o si los campos se llenaron correctamente',
      ),
      empty: {
        title: texts('Nenhum vídeo de ajuda ainda', 'No help videos yet', 'Ningún video de ayuda todavía'),
        text: texts(
          'Os vídeos que você cadastra aqui são vistos por todas as empresas.',
          'The videos that you add here are seen by every company.',
          'Los videos que registra aquí los ven todas las empresas.',
        ),
      },
    },
  },
  schema: z.object({
    title: field(z.string().trim().min(2).max(100), {
      label: texts('Título', 'Title', 'Título'),
      widget: { kind: 'text' },
      column: true,
      search: true,
    }),
    video: field(
      // An address is what people have at hand: its code is kept.
      z
        .string()
        .trim()
        .overwrite((text) => address.exec(text)?.[1] ?? text)
        .regex(/^[\w-]{1,50}$/),
      {
        label: texts('Vídeo', 'Video', 'Video'),
        help: texts(
          'O código ou o endereço do vídeo no YouTube.',
          'The code or the address of the video on YouTube.',
          'El código o la dirección del video en YouTube.',
        ),
        widget: { kind: 'text' },
        column: true,
      },
    ),
    description: field(z.string().trim().max(2_000).default(''), {
      label: texts('Descrição', 'Description', 'Descripción'),
      widget: { kind: 'text', multiline: 4 },
      column: 'wide',
      sorted: false,
      search: true,
    }),
  }),
});
