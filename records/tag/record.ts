import { z } from 'zod';
import { defineRecord, field, texts } from '../../domain/records/declare.ts';
import { color } from '../../domain/records/shapes.ts';

/** Marks conversations; one with `kanban` is a lane of the board. */
export const record = defineRecord({
  name: 'tag',
  plural: 'tags',
  event: 'Tag',
  path: '/tags',
  listKey: 'tags',
  title: 'name',
  scope: 'company',
  ticketField: 'tagIds',
  // Whoever talks to a customer names and colours tags; taking one away from every ticket is for admins.
  access: { read: 'everyone', create: 'everyone', update: 'everyone', delete: 'tags:manage' },
  unique: [{ field: 'name', error: 'ERR_ALREADY_EXISTS' }],
  texts: { one: texts('Etiqueta', 'Tag', 'Etiqueta'), many: texts('Etiquetas', 'Tags', 'Etiquetas') },
  screen: {
    path: '/tags',
    icon: 'Tags',
    group: 'main',
    order: 30,
    rows: 'endless',
    texts: {
      create: texts('Nova etiqueta', 'New tag', 'Nueva etiqueta'),
      edit: texts('Editar etiqueta', 'Edit tag', 'Editar etiqueta'),
      search: texts('Buscar etiqueta', 'Search tags', 'Buscar etiqueta'),
      saved: texts('Etiqueta %{name} salva.', 'Tag %{name} saved.', 'Etiqueta %{name} guardada.'),
      deleted: texts('Etiqueta %{name} excluída.', 'Tag %{name} deleted.', 'Etiqueta %{name} eliminada.'),
      empty: {
        title: texts('Nenhuma etiqueta ainda', 'No tags yet', 'Ninguna etiqueta todavía'),
        text: texts(
          'Com etiquetas você marca conversas, como Orçamento ou VIP, e as encontra na busca.',
          'Tags mark conversations, like Quote or VIP, so that you find them in the search.',
          'Con etiquetas marca conversaciones, como Presupuesto o VIP, y las encuentra en la búsqueda.',
        ),
      },
    },
  },
  schema: z.object({
    name: field(z.string().trim().min(3).max(50), {
      label: texts('Nome', 'Name', 'Nombre'),
      widget: { kind: 'text' },
      column: true,
      search: true,
      short: texts('Mensagem muito curta', 'The message is too short', 'El mensaje es muy corto'),
    }),
    color: field(color.default('#A4CCCC'), {
      label: texts('Cor', 'Colour', 'Color'),
      widget: { kind: 'color' },
      column: true,
    }),
    /** 1: a lane of the kanban board. */
    kanban: field(z.union([z.literal(0), z.literal(1)]).default(0), {
      label: texts('Coluna no kanban', 'Kanban lane', 'Columna en el kanban'),
      widget: { kind: 'switch' },
      rule: 'tags:kanban',
    }),
  }),
  computed: {
    ticketsCount: {
      label: texts('Atendimentos', 'Tickets', 'Atenciones'),
      column: true,
      computed: 'count',
    },
    userId: { label: texts('Usuário', 'User', 'Usuario'), computed: 'writer' },
  },
});
