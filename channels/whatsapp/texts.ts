import type { Texts } from '../channel.ts';

export const texts: Texts = {
  pt: {
    name: 'WhatsApp',
    option: 'WhatsApp por QR code',
    'field.proxy': 'Proxy',
    'cause.outdated':
      'O WhatsApp pede uma versão mais nova. Avise quem cuida do servidor (WHATSAPP_VERSION); tentamos de novo sozinhos.',
    'refused.463': 'o WhatsApp não deixa este número começar novas conversas por enquanto',
    'refused.479': 'o WhatsApp recusou o formato da mensagem',
  },
  en: {
    name: 'WhatsApp',
    option: 'WhatsApp by QR code',
    'field.proxy': 'Proxy',
    'cause.outdated':
      'WhatsApp wants a newer version. Tell whoever runs the server (WHATSAPP_VERSION); we try again by ourselves.',
    'refused.463': 'WhatsApp does not let this number start new conversations for now',
    'refused.479': 'WhatsApp refused the form of the message',
  },
  es: {
    name: 'WhatsApp',
    option: 'WhatsApp por código QR',
    'field.proxy': 'Proxy',
    'cause.outdated':
      'WhatsApp pide una versión más nueva. Avise a quien administra el servidor (WHATSAPP_VERSION); reintentamos solos.',
    'refused.463': 'WhatsApp no deja que este número inicie conversaciones nuevas por ahora',
    'refused.479': 'WhatsApp rechazó el formato del mensaje',
  },
};
