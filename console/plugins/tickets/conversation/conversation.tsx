import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { messageKind } from '../../../../domain/ticket/kind.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { Slot } from '../../../shell/slot.tsx';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { Composer } from '../composer/composer.tsx';
import { useMessageActions } from '../message/use-message-actions.ts';
import { DeleteNote } from '../notes/delete-note.tsx';
import { useNoteLines } from '../notes/use-note-lines.tsx';
import { ContactPanel } from '../panel/contact-panel.tsx';
import { usePanel } from '../panel/use-panel.ts';
import { MovedNotice } from '../presence/moved-notice.tsx';
import { type Asked, MessageDialogs, TicketDialogs } from './dialogs.tsx';
import { Header } from './header.tsx';
import { ReadOnly } from './read-only.tsx';
import { Thread } from './thread.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useThread } from './use-conversation.ts';
import { useHighlightedMessage } from './use-highlighted-message.ts';
import { useMarkRead } from './use-mark-read.ts';
import { usePrint } from './use-print.ts';
import { useTicketLines } from './use-ticket-lines.tsx';

/** One ticket: header, thread, composer while it is open, and the contact beside it. Mounted anew for each ticket. */
export function Conversation({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const navigate = useNavigate();
  const { user, can } = useSession();
  const { accept, reopen, giveBack, markUnread, resolve } = useCommands();
  const thread = useThread(ticket.id, ticket.contactId);
  const { messages, outbox } = thread;
  const section = useRef<HTMLElement>(null);
  useHighlightedMessage(section, thread);
  const print = usePrint(thread);
  const panel = usePanel();
  const [unread] = useState(ticket.unreadMessages);
  const [atBottom, setAtBottom] = useState(true);
  const [asked, setAsked] = useState<Asked>();
  const [leaving, setLeaving] = useState<NoteView>();
  const open = ticket.status === 'open';
  const doing = useMessageActions(open, ticket.connection?.channel, outbox);
  const { actions, writing } = doing;
  useMarkRead(ticket, open && ticket.userId === user.id && atBottom && thread.isSuccess);

  const ticketLines = useTicketLines(ticket, thread.hasNextPage ? undefined : messages[0]?.createdAt);
  const noteLines = useNoteLines(ticket, setLeaving);
  const lines = useMemo(
    () => [...ticketLines, ...noteLines].toSorted((one, other) => one.at.localeCompare(other.at)),
    [ticketLines, noteLines],
  );
  const isGone = (id: string) => messages.some((one) => one.id === id && one.isDeleted);
  const lastOwn = () =>
    messages.findLast(
      (one) =>
        one.fromMe && messageKind(one.mediaType, one.extra) === 'chat' && !one.isDeleted && one.position > 0,
    );
  return (
    <>
      <section
        className="tk-thread"
        ref={section}
        aria-label={t('tickets.thread.label', { name: ticket.contact.name })}
      >
        <Header
          ticket={ticket}
          panelOpen={panel.open}
          onPanel={panel.toggle}
          actions={{
            ...(open && {
              onReturn: () => void giveBack(ticket),
              onResolve: () => void resolve(ticket),
              onUnread: () => void markUnread(ticket),
            }),
            onTransfer: () => setAsked('transfer'),
            onPrint: () => void print(),
            ...(can('ticket:history') && {
              onHistory: () => void navigate(`/tickets/${ticket.id}/history`),
            }),
            ...(can('ticket-options:deleteTicket') && { onDelete: () => setAsked('delete') }),
          }}
        />
        <MovedNotice ticket={ticket} />
        {thread.isPending ? (
          <ThreadSkeleton />
        ) : thread.isError && messages.length === 0 ? (
          <div className="tk-msgs-wrap tk-thread-error">
            <ErrorState
              error={thread.error}
              title={t('tickets.error.thread')}
              retry={() => void thread.refetch()}
            />
          </div>
        ) : (
          <Thread
            thread={ticket.id}
            contact={ticket.contact.name}
            messages={messages}
            lines={lines}
            unread={unread}
            older={thread.older}
            actions={actions}
            onAtBottom={setAtBottom}
          />
        )}
        {open ? (
          <Composer
            ticket={ticket}
            outbox={outbox}
            writing={writing}
            gone={writing !== undefined && isGone(writing.message.id)}
            onWritten={doing.endWriting}
            onEditLast={() => {
              const last = lastOwn();
              if (last !== undefined) doing.edit(last);
            }}
          />
        ) : (
          <ReadOnly
            ticket={ticket}
            onAccept={() => void accept(ticket)}
            onReopen={() => void reopen(ticket)}
          />
        )}
      </section>
      <ContactPanel ticket={ticket} panel={panel} />
      <div className="tk-dock">
        <Slot name="ticket.dock" props={{ ticket }} />
      </div>
      <TicketDialogs ticket={ticket} asked={asked} onClose={() => setAsked(undefined)} />
      <MessageDialogs doing={doing} />
      <DeleteNote ticket={ticket} note={leaving} onClose={() => setLeaving(undefined)} />
    </>
  );
}
