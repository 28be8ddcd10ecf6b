import type { Messages } from '../../../shell/locale.ts';

export const messages: Messages = {
  'mails.title': 'E-mails',
  'mails.reload': 'Reload',
  'mails.empty': 'No e-mails here',
  'mails.empty.server': 'A mail server is set up: letters go straight to whom they are for.',
  'mails.empty.folder': 'Without a mail server, the letters Balcão would send appear on this page.',
};
