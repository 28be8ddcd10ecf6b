import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { TicketView } from '../../../contract/ticket.ts';
import { longestChatMessage } from '../../../domain/chat/limits.ts';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { sayTyping, ticketsQuery } from './data.ts';
import { soughtAt } from './mention.ts';

/** It is said again while one types on: it holds for six seconds. */
const typingEveryMs = 3_000;
const mostSuggestions = 5;

/** Texts that were begun in each chat, by whom, for as long as the page lives: another may sign in in it. */
const drafts = new Map<string, string>();

interface Suggested {
  readonly tickets: readonly TicketView[];
  readonly active: number;
  readonly id: string;
  readonly onChoose: (ticket: TicketView) => void;
}

const Suggestions = ({ tickets, active, id, onChoose }: Suggested) => {
  const t = useT();
  return (
    <div className="ch-suggest boxed r-lg bg-raised" role="listbox" id={id} aria-label={t('chats.mention')}>
      {tickets.map((ticket, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={ticket.id}
          id={`${id}-${index}`}
          role="option"
          className="pick row p-8 r-md press"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(ticket)}
        >
          <Avatar
            name={ticket.contact.name}
            id={ticket.contactId}
            src={ticket.contact.profilePicUrl}
            size={24}
          />
          <span className="trunc grow">{ticket.contact.name}</span>
          <span className="subtle num">#{ticket.protocol}</span>
        </div>
      ))}
    </div>
  );
};

interface Props {
  readonly chatId: string;
  readonly onSend: (text: string) => void;
}

/** Enter sends, with Shift it begins a line; `#` mentions a ticket. */
export function Composer({ chatId, onSend }: Props) {
  const t = useT();
  const id = useId();
  const { user } = useSession();
  const draft = `${user.id}/${chatId}`;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => drafts.get(draft) ?? '');
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [isShut, setShut] = useState(false);
  const saidAt = useRef(0);
  const soughtMention = soughtAt(text, caret);
  const { data } = useQuery({
    ...ticketsQuery(soughtMention?.search ?? ''),
    enabled: soughtMention !== undefined,
  });
  const tickets = soughtMention && !isShut ? (data?.tickets ?? []).slice(0, mostSuggestions) : [];

  function change(next: string, at: number): void {
    setText(next);
    setCaret(at);
    setActive(0);
    setShut(false);
    drafts.set(draft, next);
    const now = Date.now();
    if (next === '' || now - saidAt.current < typingEveryMs) return;
    saidAt.current = now;
    // Failures of this page are silent.
    void sayTyping(chatId).catch(() => {});
  }
  function choose(ticket: TicketView): void {
    if (!soughtMention) return;
    const before = `${text.slice(0, soughtMention.from)}#${ticket.protocol} `;
    change(before + text.slice(caret), before.length);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length));
  }
  function submit(): void {
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
    drafts.delete(draft);
    saidAt.current = 0;
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (tickets.length > 0) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setActive((active + step + tickets.length) % tickets.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(tickets[active]!);
      else if (event.key === 'Escape') setShut(true);
      else return;
      event.preventDefault();
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      className="ch-composer ch-wide full flex gap-8 at mb-16 p-8 r-lg bg-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {tickets.length > 0 ? (
        <Suggestions tickets={tickets} active={active} id={id} onChoose={choose} />
      ) : null}
      <textarea
        className="grow p-8"
        ref={field}
        rows={Math.min(6, text.split('\n').length)}
        maxLength={longestChatMessage}
        value={text}
        placeholder={t('chats.hint')}
        aria-label={t('chats.write')}
        role="combobox"
        aria-expanded={tickets.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={tickets.length > 0 ? `${id}-${active}` : undefined}
        onChange={({ target }) => change(target.value, target.selectionStart)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" variant="contained" aria-disabled={text.trim() === ''}>
        {t('chats.send')}
        <CornerDownLeft size={16} aria-hidden="true" />
      </Button>
    </form>
  );
}
