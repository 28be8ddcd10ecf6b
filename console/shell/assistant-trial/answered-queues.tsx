/** Who would answer customers: where an assistant answers, and one tried out; for prompts and bots of other platforms. */

import DialogContentText from '@mui/material/DialogContentText';
import { useQuery } from '@tanstack/react-query';
import { texts } from '../../../domain/records/declare.ts';
import type { Texts } from '../../../domain/texts.ts';
import { api } from '../api.ts';
import { useT } from '../i18n.ts';

interface Queue {
  readonly name: string;
  readonly promptId?: string | null;
  readonly integrationId?: string | null;
}

interface Props {
  /** By which field of a queue it is named. */
  readonly field: 'promptId' | 'integrationId';
  readonly id: string;
}

/** Says in which queues an assistant answers, and what becomes of them without it; nothing where it answers in none. */
export const AnsweredQueues = ({ field, id }: Props) => {
  const t = useT();
  const queues = useQuery({
    queryKey: ['answeredQueues'],
    queryFn: ({ signal }) => api<readonly Queue[]>('/queue', { signal }),
    staleTime: 0,
  });
  // Where both are named the integration answers, and without it the prompt.
  const answered = (queues.data ?? []).filter(
    (queue) => queue[field] === id && (field === 'integrationId' || !queue.integrationId),
  );
  const nextOf = ({ promptId }: Queue) => (field === 'integrationId' && promptId ? 'prompt' : 'menu');
  return (['menu', 'prompt'] as const).map((next) => {
    const names = answered.filter((queue) => nextOf(queue) === next).map(({ name }) => name);
    return names.length === 0 ? null : (
      <DialogContentText key={next} role="status">
        {t(next === 'menu' ? 'assistant.answersIn' : 'assistant.answersBefore', { queues: names.join(', ') })}
      </DialogContentText>
    );
  });
};

/** Its words, by their keys. */
export const answeredTexts: Readonly<Record<string, Texts>> = {
  'assistant.answersIn': texts(
    'Hoje responde em: %{queues}. Quem escrever depois verá o menu da fila; as conversas em andamento passam a um atendente.',
    'It answers in: %{queues}. Who writes from then on sees the queue’s menu; conversations under way go to an agent.',
    'Hoy responde en: %{queues}. Quien escriba después verá el menú de la cola; las conversaciones en curso pasan a un agente.',
  ),
  'assistant.answersBefore': texts(
    'Hoje responde em: %{queues}. Quem escrever depois terá a resposta do prompt da fila; as conversas em andamento passam a um atendente.',
    'It answers in: %{queues}. Who writes from then on is answered by the queue’s prompt; conversations under way go to an agent.',
    'Hoy responde en: %{queues}. A quien escriba después le responderá el prompt de la cola; las conversaciones en curso pasan a un agente.',
  ),
};
