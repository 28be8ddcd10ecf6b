import type { Messages } from '../../../shell/locale.ts';

export const messages: Messages = {
  'mails.title': 'Correos',
  'mails.reload': 'Actualizar',
  'mails.empty': 'Ningún correo aquí',
  'mails.empty.server': 'Hay un servidor de correo configurado: los mensajes van directo a su destinatario.',
  'mails.empty.folder': 'Sin servidor de correo, los mensajes que Balcão enviaría aparecen en esta página.',
};
