import { useMemo } from 'react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useT } from '../../../shell/i18n.ts';
import { useQueues, useTags, useUsers } from '../list/use-lists.ts';
import { deliveryOf } from '../message/ticks.tsx';
import { bodyOf } from './past.ts';
import { type Sentence, sentenceOf } from './sentences.ts';
import { lineOf, subjectOf, subjectsOf } from './subjects.ts';

/** An event in words: its sentence, and what it was about in one line. */
export interface EventSentence extends Sentence {
  readonly detail: string;
}

/** Returns what tells these events in the reader's language; each is put into words once. */
export function useEventSentence(
  events: readonly HistoryEventView[],
): (event: HistoryEventView) => EventSentence {
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
    const subjects = subjectsOf(events);
    const sentences = new Map<HistoryEventView, EventSentence>();
    const detailOf = (event: HistoryEventView, sentence: Sentence): string => {
      if (event.type === 'MessageAcknowledged' && typeof event.data.ack === 'number')
        return t(`tickets.ack.${deliveryOf(event.data.ack)}`);
      const body = bodyOf(event.data.body ?? event.data.note);
      if (body !== undefined && body !== '') return lineOf(body);
      return subjectOf(event, subjects) ?? sentence.title;
    };
    return (event) => {
      const held = sentences.get(event);
      if (held !== undefined) return held;
      const sentence = sentenceOf(event, names, t);
      const made = { ...sentence, detail: detailOf(event, sentence) };
      sentences.set(event, made);
      return made;
    };
  }, [events, t, queues, users, tags]);
}
