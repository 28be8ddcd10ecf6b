/** Trying out who would answer customers, for the records that set an assistant up: prompts and bots of other platforms. */

import { useMutation } from '@tanstack/react-query';
import { FlaskConical, LoaderCircle } from 'lucide-react';
import type { AssistantTrial } from '../../../contract/assistant.ts';
import { texts } from '../../../domain/records/declare.ts';
import type { Texts } from '../../../domain/texts.ts';
import { api } from '../api.ts';
import { useT } from '../i18n.ts';
import { notify, notifyError } from '../notify.ts';
import { IconButton } from '../ui/icon-button.tsx';

interface Props {
  readonly path: string;
  readonly name: string;
  /** It may have cost something, whatever came of it. */
  readonly onTried?: () => unknown;
}

/** Asks who would answer customers for one word, and says what came of it. */
export const TryButton = ({ path, name, onTried }: Props) => {
  const t = useT();
  const trial = useMutation({
    mutationFn: () => api<AssistantTrial>(path, { method: 'POST' }),
    onSuccess: ({ outcome, status, text }) => {
      const key = `assistant.trial.${outcome === 'answers' && text === '' ? 'silent' : outcome}`;
      const said = outcome === 'answers' ? notify.success : notify.error;
      said(t(key, { name, status: status ?? '–', text: text.slice(0, 200) }), { code: 'assistant.trial' });
    },
    onError: notifyError,
    onSettled: () => void onTried?.(),
  });
  return (
    <IconButton
      label={t(trial.isPending ? 'assistant.trying' : 'assistant.try', { name })}
      icon={trial.isPending ? LoaderCircle : FlaskConical}
      onClick={() => trial.isPending || trial.mutate()}
    />
  );
};

/** Its words, by their keys. */
export const tryTexts: Readonly<Record<string, Texts>> = {
  'assistant.try': texts('Testar %{name}', 'Try %{name}', 'Probar %{name}'),
  'assistant.trying': texts('Testando %{name}…', 'Trying %{name}…', 'Probando %{name}…'),
  'assistant.trial.answers': texts(
    '%{name} respondeu: %{text}',
    '%{name} answered: %{text}',
    '%{name} respondió: %{text}',
  ),
  'assistant.trial.silent': texts(
    '%{name} respondeu sem dizer nada',
    '%{name} answered without a word',
    '%{name} respondió sin decir nada',
  ),
  'assistant.trial.gone': texts('Falta a chave', 'The key is missing', 'Falta la clave'),
  'assistant.trial.keys': texts(
    'Recusou a chave (%{status})',
    'It refused the key (%{status})',
    'Rechazó la clave (%{status})',
  ),
  'assistant.trial.refused': texts(
    'Respondeu com erro (%{status}): confira o endereço e o saldo',
    'It answered with an error (%{status}): check address and balance',
    'Respondió con error (%{status}): verifique la dirección y el saldo',
  ),
  'assistant.trial.odd': texts(
    'Respondeu algo que não entendemos',
    'It answered something we do not understand',
    'Respondió algo que no entendemos',
  ),
  'assistant.trial.unreachable': texts(
    'Não respondeu: confira o endereço',
    'It did not answer: check the address',
    'No respondió: verifique la dirección',
  ),
  'assistant.trial.slow': texts(
    'Não respondeu a tempo',
    'It did not answer in time',
    'No respondió a tiempo',
  ),
  'assistant.trial.large': texts('Respondeu demais', 'It answered too much', 'Respondió demasiado'),
  'assistant.trial.private': texts(
    'Fica numa rede privada, o que este servidor não permite',
    'It lies in a private network, which this server does not allow',
    'Está en una red privada, lo que este servidor no permite',
  ),
  'assistant.trial.insecure': texts(
    'Use um endereço com https://',
    'Use an address with https://',
    'Use una dirección con https://',
  ),
  'assistant.trial.busy': texts(
    'Muitas consultas agora; tente de novo em instantes',
    'Too many questions now; try again in a moment',
    'Demasiadas consultas ahora; intente de nuevo en instantes',
  ),
};
