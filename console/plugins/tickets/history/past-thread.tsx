import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { AsOfView } from '../../../../contract/history.ts';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { Thread } from '../conversation/thread.tsx';
import type { ThreadLine } from '../conversation/thread-entries.ts';
import { Note } from '../notes/note.tsx';
import { bodyOf, fates, messageOf, shownMessages } from './past.ts';
import { Remarks } from './remarks.tsx';
import { isThreadLine } from './sentences.ts';
import { useTravel } from './travel.ts';
import type { EventSentence } from './use-event-sentence.ts';

/** Returns 'Ana Beatriz' in bold, the rest of what she did plain. */
function lineText({ text, who }: EventSentence): ReactNode {
  return who !== '' && text.startsWith(who) ? (
    <>
      <b className="muted">{who}</b>
      {text.slice(who.length)}
    </>
  ) : (
    text
  );
}

/** The thread as it was: the components of the present, with what became of each message said below it. */
export function PastThread({ past }: { readonly past: AsOfView }) {
  const t = useT();
  const { all: events, describe, requested, ready, moreMessages } = useTravel();
  const { can } = useSession();
  const { revision, ticket } = past;
  const fate = useMemo(() => fates(events), [events]);
  const before = useRef<ReadonlyMap<string, MessageView>>(new Map());
  const seesDeleted = can('messages:seeDeleted');
  const messages = useMemo(
    () => shownMessages(past.messages, fate, seesDeleted, before.current),
    [past.messages, fate, seesDeleted],
  );
  useEffect(() => {
    before.current = new Map(messages.map((message) => [message.id, message]));
  }, [messages]);
  const lines = useMemo<readonly ThreadLine[]>(
    () =>
      events
        .filter((event) => event.revision <= revision && isThreadLine(event))
        .map((event) => {
          const line = { key: `e${event.revision}`, at: event.at };
          const note = bodyOf(event.data.note);
          if (note === undefined) return { ...line, text: lineText(describe(event)) };
          const struck = !past.notes.some(({ id }) => id === event.data.noteId);
          const { who } = describe(event);
          return {
            ...line,
            block: true,
            text: <Note author={who} at={event.at} text={note} struck={struck} />,
          };
        }),
    [events, revision, describe, past.notes],
  );
  // Not in the present, which opens at its end.
  const currentEvent =
    requested.kind === 'revision' ? events.find((event) => event.revision === revision) : undefined;
  const markedId =
    currentEvent === undefined
      ? undefined
      : isThreadLine(currentEvent)
        ? `e${revision}`
        : messageOf(currentEvent);

  const hasOlder = past.before !== null;
  // What the event was about stands further up: it is sought.
  const sought =
    hasOlder &&
    markedId !== undefined &&
    currentEvent !== undefined &&
    !isThreadLine(currentEvent) &&
    !messages.some(({ id }) => id === markedId);
  useEffect(() => {
    if (sought && ready) moreMessages();
  }, [sought, ready, moreMessages]);

  const below = useCallback(
    (message: MessageView) => {
      const its = fate.get(message.id);
      return its === undefined ? null : (
        <Remarks message={message} fate={its} revision={revision} who={(event) => describe(event).who} />
      );
    },
    [fate, revision, describe],
  );

  const section = useRef<HTMLDivElement>(null);
  // After the thread has kept its own place: what just happened is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another revision scrolls
  useLayoutEffect(() => {
    const target = section.current?.querySelector('[data-marked]');
    target?.scrollIntoView({ block: 'nearest' });
  }, [revision, markedId]);
  return (
    <div className="tk-past col fill" ref={section}>
      <h2 className="vh">{t('tickets.thread.label', { name: ticket.contact.name })}</h2>
      <Thread
        thread={ticket.id}
        contact={ticket.contact.name}
        messages={messages}
        lines={lines}
        marked={markedId}
        older={hasOlder ? { load: () => ready && moreMessages() } : undefined}
        below={below}
      />
    </div>
  );
}
