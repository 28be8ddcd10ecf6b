import type { Texts } from '../channel.ts';

export const texts: Texts = {
  pt: {
    name: 'WhatsApp',
    option: 'WhatsApp por QR code',
    first: 'Leia o QR Code com o WhatsApp da loja.',
    'field.proxy': 'Proxy',
    'setting.deviceName': 'Nome do aparelho',
    'setting.deviceName.hint':
      'Como aparece em Aparelhos conectados no celular, a partir do próximo pareamento.',
    'cause.outdated':
      'O WhatsApp pede uma versão mais nova. Avise quem cuida do servidor (WHATSAPP_VERSION); tentamos de novo sozinhos.',
    'refused.463': 'o WhatsApp não deixa este número começar novas conversas por enquanto',
    'refused.479': 'o WhatsApp recusou o formato da mensagem',
  },
  en: {
    name: 'WhatsApp',
    option: 'WhatsApp by QR code',
    first: 'Scan the QR code with the shop’s WhatsApp.',
    'field.proxy': 'Proxy',
    'setting.deviceName': 'Device name',
    'setting.deviceName.hint': 'As it appears under Linked devices on the phone, from the next pairing on.',
    'cause.outdated':
      'WhatsApp wants a newer version. Tell whoever runs the server (WHATSAPP_VERSION); we try again by ourselves.',
    'refused.463': 'WhatsApp does not let this number start new conversations for now',
    'refused.479': 'WhatsApp refused the form of the message',
  },
  es: {
    name: 'WhatsApp',
    option: 'WhatsApp por código QR',
    first: 'Escanee el código QR con el WhatsApp de la tienda.',
    'field.proxy': 'Proxy',
    'setting.deviceName': 'Nombre del dispositivo',
    'setting.deviceName.hint':
      'Como aparece en Dispositivos vinculados del teléfono, desde el próximo emparejamiento.',
    'cause.outdated':
      'WhatsApp pide una versión más nueva. Avise a quien administra el servidor (WHATSAPP_VERSION); reintentamos solos.',
    'refused.463': 'WhatsApp no deja que este número inicie conversaciones nuevas por ahora',
    'refused.479': 'WhatsApp rechazó el formato del mensaje',
  },
};
