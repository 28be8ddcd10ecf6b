import type { Messages } from '../../../shell/locale.ts';

export const messages: Messages = {
  'helps.title': 'Ayuda',
  'helps.edit': 'Editar videos',
  'helps.none': 'Ningún video todavía',
  'helps.noneText': 'Los videos que explican el sistema aparecen aquí.',
  'helps.play': 'Ver: %{title}',
  'helps.seen': 'visto',
};
