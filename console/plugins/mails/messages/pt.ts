import type { Messages } from '../../../shell/locale.ts';

export const messages: Messages = {
  'mails.title': 'E-mails',
  'mails.reload': 'Atualizar',
  'mails.empty': 'Nenhum e-mail aqui',
  'mails.empty.server': 'Há um servidor de e-mail configurado: as mensagens vão direto a quem são dirigidas.',
  'mails.empty.folder': 'Sem servidor de e-mail, as mensagens que o Balcão mandaria aparecem nesta página.',
};
