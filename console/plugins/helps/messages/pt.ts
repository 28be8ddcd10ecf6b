import type { Messages } from '../../../shell/locale.ts';

export const messages: Messages = {
  'helps.title': 'Ajuda',
  'helps.edit': 'Editar vídeos',
  'helps.none': 'Nenhum vídeo ainda',
  'helps.noneText': 'Os vídeos que explicam o sistema aparecem aqui.',
  'helps.play': 'Assistir: %{title}',
  'helps.seen': 'visto',
};
