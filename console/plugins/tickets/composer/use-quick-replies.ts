import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { expandTemplate, firstNameOf, type TemplateValues } from '../../../../domain/ticket/template.ts';
import { useSession } from '../../../shell/session.tsx';
import { PHONE } from '../ticket/widths.ts';
import { type QuickMessage, quickQuery, suggestions } from './quick-replies.ts';
import type { LateFiles } from './use-late-files.ts';
import { useQuickMessages } from './use-quick-messages.ts';

interface Writer {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly fetchOf: LateFiles['fetchOf'];
}

/** Returns what variables stand for in a message to this ticket's contact, written now. */
function useValues(ticket: TicketView): () => TemplateValues {
  const { user } = useSession();
  const { name } = ticket.contact;
  return () => ({
    name,
    firstName: firstNameOf(name),
    agent: user.name,
    protocol: ticket.protocol,
    // As the automatic greeting has it: the language of the company's customers.
    at: new Date().toISOString(),
    timeZone: user.company.timeZone,
    locale: 'pt',
  });
}

/** Returns quick replies on '/': which fit, which is chosen by the arrows, and what becomes of the text when one is taken. */
export function useQuickReplies(ticket: TicketView, { text, setText, fetchOf }: Writer) {
  const id = useId();
  const values = useValues(ticket);
  const [place, setPlace] = useState({ text: '', at: 0 });
  const [closed, setClosed] = useState<string>();
  /** Asked for with the button: all of them, whatever the text. */
  const [browsing, setBrowsing] = useState(false);
  // A phone has no button for all of them: there the slash alone, to which its field invites, shows them.
  const isPhone = useMediaQuery(PHONE, { noSsr: true });
  const query = isPhone && text === '/' ? '' : quickQuery(text);
  const offered = browsing || (query !== undefined && closed !== text);
  // From the first touch on: who types '/pix' and Enter in one go must not send that to the customer.
  const [ready, setReady] = useState(false);
  const { data: all, isLoading } = useQuickMessages(ready || offered);
  /** Whether what was typed calls one that is still on its way. */
  const isUnknown = query !== undefined && isLoading;
  const matches = useMemo(
    () => (offered && all !== undefined ? suggestions(all, query ?? '') : []),
    [offered, all, query],
  );
  const at = Math.min(place.text === text ? place.at : 0, Math.max(0, matches.length - 1));
  const open = matches.length > 0 || (browsing && all !== undefined);
  const close = () => {
    setBrowsing(false);
    setClosed(text);
  };
  const take = (message: QuickMessage) => {
    const body = expandTemplate(message.message, values());
    // What called it is replaced; a text that was there before the button was used stays before it.
    setText(query === undefined && text !== '' ? `${text.trimEnd()} ${body}` : body);
    setBrowsing(false);
    if (message.isMedia) fetchOf(message);
  };
  const step = (by: number) =>
    setPlace({ text, at: (at + by + matches.length) % Math.max(1, matches.length) });
  /** Returns whether the key was for the suggestions. */
  const onKey = (event: KeyboardEvent): boolean => {
    const currentReply = matches[at];
    if (event.key === 'Enter' && !event.shiftKey && isUnknown) {
      event.preventDefault();
      return true;
    }
    if (!open || event.nativeEvent.isComposing) return false;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (
      (event.key === 'Enter' || event.key === 'Tab') &&
      !event.shiftKey &&
      currentReply !== undefined
    )
      take(currentReply);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    id,
    open,
    matches,
    at,
    values,
    take,
    /** Returns whether what was typed called a suggestion, which is taken once it is known: the button does as Enter. */
    takeTyped: (): boolean => {
      if (isUnknown) return true;
      const currentReply = query === undefined ? undefined : matches[at];
      if (currentReply !== undefined) take(currentReply);
      return currentReply !== undefined;
    },
    close,
    onKey,
    point: (index: number) => setPlace({ text, at: index }),
    browse: () => setBrowsing(true),
    prepare: () => setReady(true),
  };
}

export type QuickReplies = ReturnType<typeof useQuickReplies>;
