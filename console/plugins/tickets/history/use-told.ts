import { useMemo } from 'react';
import type { HistoryEventView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { useQueues, useTags, useUsers } from '../data/use-lists.ts';
import { bodyOf } from '../model/past.ts';
import { type Sentence, sentenceOf } from '../model/sentences.ts';
import { splitSignature } from '../model/signature.ts';
import { deliveryOf } from '../thread/ticks.tsx';

/** An event in words: its sentence, and what it was about in one line. */
export interface Told extends Sentence {
  readonly detail: string;
}

/** Tells events in the reader's language; each is put into words once. */
export const useTold = (): ((event: HistoryEventView) => Told) => {
  const t = useT();
  const queues = useQueues();
  const users = useUsers();
  const tags = useTags();
  return useMemo(() => {
    const nameIn = (list: readonly { id: string; name: string }[]) => {
      const names = new Map(list.map(({ id, name }) => [id, name]));
      return (id: string) => names.get(id);
    };
    const names = { queue: nameIn(queues), user: nameIn(users), tag: nameIn(tags) };
    const told = new Map<HistoryEventView, Told>();
    const detailOf = (event: HistoryEventView, sentence: Sentence): string => {
      if (event.type === 'MessageAcknowledged' && typeof event.data.ack === 'number')
        return t(`tickets.ack.${deliveryOf(event.data.ack)}`);
      const body = bodyOf(event.data.body ?? event.data.note);
      return body === undefined || body === ''
        ? sentence.title
        : splitSignature(body).text.replaceAll(/\s+/gu, ' ');
    };
    return (event) => {
      const held = told.get(event);
      if (held !== undefined) return held;
      const sentence = sentenceOf(event, names, t);
      const made = { ...sentence, detail: detailOf(event, sentence) };
      told.set(event, made);
      return made;
    };
  }, [t, queues, users, tags]);
};
