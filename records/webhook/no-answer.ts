import { texts } from '../../domain/texts.ts';

const word = (reason: string) => `records.webhook.noAnswer.${reason}`;

/** Why nothing came back, as the log of a webhook says it to people: its store holds what machines say. */
export const noAnswerTexts = {
  [word('unreachable')]: texts(
    'Não respondeu: confira o endereço',
    'It did not answer: check the address',
    'No respondió: verifique la dirección',
  ),
  [word('slow')]: texts('Não respondeu a tempo', 'It did not answer in time', 'No respondió a tiempo'),
  [word('large')]: texts('Respondeu demais', 'It answered too much', 'Respondió demasiado'),
  [word('private')]: texts(
    'Fica numa rede privada, o que este servidor não permite',
    'It lies in a private network, which this server does not allow',
    'Está en una red privada, lo que este servidor no permite',
  ),
  [word('insecure')]: texts(
    'Use um endereço com https://',
    'Use an address with https://',
    'Use una dirección con https://',
  ),
  [word('no secret')]: texts(
    'Sem segredo: nada é enviado',
    'No secret: nothing is sent',
    'Sin secreto: no se envía nada',
  ),
  [word('the event is gone')]: texts(
    'O acontecimento não existe mais',
    'The event is no longer there',
    'El acontecimiento ya no existe',
  ),
};

/** Returns the text's key for what was written down instead of an answer (`slow: no answer in time`); undefined: there is none. */
export function noAnswerKey(answer: string): string | undefined {
  const key = word(answer.split(':')[0]!);
  return Object.hasOwn(noAnswerTexts, key) ? key : undefined;
}
