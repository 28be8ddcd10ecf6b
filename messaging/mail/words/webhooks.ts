import type { InLanguages } from './words.ts';

/** Letters to the admins of a company about webhooks that were switched off. */
export const webhookLetters = {
  webhookFailing: {
    pt: {
      subject: 'Webhook {webhook} desligado: nada chegou por um dia',
      paragraphs: [
        'Olá, {name}!',
        'O webhook {webhook} de {company} foi desligado: por um dia nada do que foi enviado a {host} foi aceito. O que acontece desde então não é enviado.',
        'As tentativas e as respostas estão na página Webhooks, onde ele é ligado de novo:',
        '{link}',
      ],
    },
    en: {
      subject: 'Webhook {webhook} switched off: nothing arrived for a day',
      paragraphs: [
        'Hello, {name}!',
        'The webhook {webhook} of {company} was switched off: for a day nothing that was sent to {host} was accepted. What happens since then is not sent.',
        'The tries and their answers stand on the page Webhooks, where it is switched on again:',
        '{link}',
      ],
    },
    es: {
      subject: 'Webhook {webhook} apagado: nada llegó durante un día',
      paragraphs: [
        '¡Hola, {name}!',
        'El webhook {webhook} de {company} fue apagado: durante un día nada de lo enviado a {host} fue aceptado. Lo que ocurre desde entonces no se envía.',
        'Los intentos y sus respuestas están en la página Webhooks, donde se enciende de nuevo:',
        '{link}',
      ],
    },
  },
  webhookGone: {
    pt: {
      subject: 'Webhook {webhook} desligado: o endereço não existe mais',
      paragraphs: [
        'Olá, {name}!',
        'O webhook {webhook} de {company} foi desligado: {host} respondeu que o endereço não existe mais (410). O que acontece desde então não é enviado.',
        'Na página Webhooks ele ganha outro endereço e é ligado de novo:',
        '{link}',
      ],
    },
    en: {
      subject: 'Webhook {webhook} switched off: the address is gone',
      paragraphs: [
        'Hello, {name}!',
        'The webhook {webhook} of {company} was switched off: {host} answered that the address is gone (410). What happens since then is not sent.',
        'On the page Webhooks it gets another address and is switched on again:',
        '{link}',
      ],
    },
    es: {
      subject: 'Webhook {webhook} apagado: la dirección ya no existe',
      paragraphs: [
        '¡Hola, {name}!',
        'El webhook {webhook} de {company} fue apagado: {host} respondió que la dirección ya no existe (410). Lo que ocurre desde entonces no se envía.',
        'En la página Webhooks recibe otra dirección y se enciende de nuevo:',
        '{link}',
      ],
    },
  },
} as const satisfies Record<string, InLanguages>;
