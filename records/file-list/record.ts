import { z } from 'zod';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';

/** Returns null for what is not there: forms write it as an empty text. */
const nothing = (value: unknown) => (value === '' ? null : value);

/** A message of the list, and its file: `path` names what is stored, `file` is what it was called. */
export const fileOption = z.strictObject({
  /** Given by who writes it, or the next number. */
  id: z.coerce.string().max(100).default(''),
  name: z.string().trim().max(4_000).default(''),
  path: z.preprocess(nothing, z.string().max(100).nullable().default(null)),
  mediaType: z.preprocess(nothing, z.string().max(200).nullable().default(null)),
  file: z.preprocess(nothing, z.string().max(255).nullable().default(null)),
});
export type FileOption = z.output<typeof fileOption>;

const mostOptions = 100;

/** Returns them with a number for each that has no id of its own, after the highest there is. */
function numberOptions(options: FileOption[]): FileOption[] {
  let last = Math.max(0, ...options.map(({ id }) => Number(id)).filter(Number.isSafeInteger));
  return options.map((option) => (option.id === '' ? { ...option, id: String(++last) } : option));
}

/** Returns what was sent as options, before anything of it was checked. */
const optionsOf = (value: unknown): readonly (Partial<FileOption> | null)[] =>
  Array.isArray(value) ? value : [];

/** Messages with their attachments under one name: what a campaign sends besides its text. */
export const record = defineRecord({
  name: 'fileList',
  plural: 'fileLists',
  event: 'FileList',
  path: '/files',
  listKey: 'files',
  title: 'name',
  scope: 'company',
  channel: 'file',
  access: {
    read: 'files:manage',
    create: 'files:manage',
    update: 'files:manage',
    delete: 'files:manage',
  },
  filesIn: { field: 'options', of: (value) => optionsOf(value).flatMap((option) => option?.path || []) },
  texts: {
    one: texts('Lista de arquivos', 'File list', 'Lista de archivos'),
    many: texts('Arquivos', 'Files', 'Archivos'),
  },
  screen: {
    path: '/files',
    icon: 'Folder',
    group: 'admin',
    order: 57,
    rows: 'endless',
    texts: {
      create: texts('Nova lista de arquivos', 'New file list', 'Nueva lista de archivos'),
      edit: texts('Editar lista de arquivos', 'Edit file list', 'Editar lista de archivos'),
      search: texts('Buscar arquivos', 'Search files', 'Buscar archivos'),
      saved: texts('Lista %{name} salva.', 'List %{name} saved.', 'Lista %{name} guardada.'),
      deleted: texts('Lista %{name} excluída.', 'List %{name} deleted.', 'Lista %{name} eliminada.'),
      empty: {
        title: texts(
          'Nenhuma lista de arquivos ainda',
          'No file lists yet',
          'Ninguna lista de archivos todavía',
        ),
        text: texts(
          'Junte aqui mensagens e anexos que vão sempre juntos, como um catálogo com a tabela de preços.',
          'Gather messages and attachments that always go together, like a catalogue and its price list.',
          'Reúna mensajes y adjuntos que van siempre juntos, como un catálogo con la tabla de precios.',
        ),
      },
    },
  },
  schema: z.object({
    name: field(z.string().trim().min(3).max(100), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
      short: texts('nome muito curto', 'name too short', 'nombre demasiado corto'),
    }),
    message: field(z.string().trim().min(1).max(4_000), {
      label: texts('Mensagem', 'Message', 'Mensaje'),
      widget: { kind: 'text', multiline: 4 },
      search: true,
    }),
    options: field(z.array(fileOption).max(mostOptions).overwrite(numberOptions).default([]), {
      label: texts('Mensagens com anexo', 'Messages with attachment', 'Mensajes con adjunto'),
      widget: { kind: 'own' },
    }),
  }),
});
