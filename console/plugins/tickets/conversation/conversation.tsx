import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { NoteView } from '../../../../contract/note.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { Slot } from '../../../shell/slot.tsx';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { Composer } from '../composer/composer.tsx';
import { DeleteNote } from '../notes/delete-note.tsx';
import { useNoteLines } from '../notes/use-note-lines.tsx';
import { ContactPanel } from '../panel/contact-panel.tsx';
import { usePanel } from '../panel/use-panel.ts';
import { MovedNotice } from '../presence/moved-notice.tsx';
import { MessageDialogs, type TicketDialog, TicketDialogs } from './dialogs.tsx';
import { Header } from './header.tsx';
import { ConversationContext, useConversationOf, useOpenConversation } from './open-conversation.ts';
import { ReadOnly } from './read-only.tsx';
import { Thread } from './thread.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useHighlightedMessage } from './use-highlighted-message.ts';
import { useMarkRead } from './use-mark-read.ts';
import { usePrint } from './use-print.ts';
import { useTicketLines } from './use-ticket-lines.tsx';

/** The header with what may be done with the ticket, and the dialogs that some of it opens. */
function TicketBar({ panel }: { readonly panel: ReturnType<typeof usePanel> }) {
  const navigate = useNavigate();
  const { can } = useSession();
  const { giveBack, markUnread, resolve } = useCommands();
  const { ticket, open, thread } = useOpenConversation();
  const print = usePrint(thread);
  const [dialog, setDialog] = useState<TicketDialog>();
  return (
    <>
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
          onTransfer: () => setDialog('transfer'),
          onPrint: () => void print(),
          ...(can('ticket:history') && {
            onHistory: () => void navigate(`/tickets/${ticket.id}/history`),
          }),
          ...(can('ticket-options:deleteTicket') && { onDelete: () => setDialog('delete') }),
        }}
      />
      <TicketDialogs ticket={ticket} dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

/** The messages with what happened to the ticket and the notes between them; seen to their end they are read. */
function ConversationThread() {
  const t = useT();
  const { user } = useSession();
  const { ticket, open, thread, doing } = useOpenConversation();
  const { messages } = thread;
  const [unread] = useState(ticket.unreadMessages);
  const [atBottom, setAtBottom] = useState(true);
  const [deletion, setDeletion] = useState<NoteView>();
  useMarkRead(ticket, open && ticket.userId === user.id && atBottom && thread.isSuccess);
  const ticketLines = useTicketLines(ticket, thread.hasNextPage ? undefined : messages[0]?.createdAt);
  const noteLines = useNoteLines(ticket, setDeletion);
  const lines = useMemo(
    () => [...ticketLines, ...noteLines].toSorted((one, other) => one.at.localeCompare(other.at)),
    [ticketLines, noteLines],
  );
  if (thread.isPending) return <ThreadSkeleton />;
  if (thread.isError && messages.length === 0)
    return (
      <div className="middle fill">
        <ErrorState
          error={thread.error}
          title={t('tickets.error.thread')}
          retry={() => void thread.refetch()}
        />
      </div>
    );
  return (
    <>
      <Thread
        thread={ticket.id}
        contact={ticket.contact.name}
        messages={messages}
        lines={lines}
        unread={unread}
        older={thread.older}
        actions={doing.actions}
        onAtBottom={setAtBottom}
      />
      <DeleteNote ticket={ticket} note={deletion} onClose={() => setDeletion(undefined)} />
    </>
  );
}

function ConversationParts() {
  const t = useT();
  const { accept, reopen } = useCommands();
  const { ticket, open, thread, doing } = useOpenConversation();
  const section = useRef<HTMLElement>(null);
  useHighlightedMessage(section, thread);
  const panel = usePanel();
  return (
    <>
      <section
        className="tk-thread col grow at bg-page shrink-y"
        ref={section}
        aria-label={t('tickets.thread.label', { name: ticket.contact.name })}
      >
        <TicketBar panel={panel} />
        <MovedNotice ticket={ticket} />
        <ConversationThread />
        <Slot name="conversation.notice" props={{ ticket }} />
        {open ? (
          <Composer />
        ) : (
          <ReadOnly
            ticket={ticket}
            onAccept={() => void accept(ticket)}
            onReopen={() => void reopen(ticket)}
          />
        )}
      </section>
      <ContactPanel ticket={ticket} panel={panel} />
      <div style={{ display: 'contents' }}>
        <Slot name="ticket.dock" props={{ ticket }} />
      </div>
      <MessageDialogs doing={doing} />
    </>
  );
}

/** One ticket: header, thread, composer while it is open, and the contact beside it. Mounted anew for each ticket. */
export function Conversation({ ticket }: { readonly ticket: TicketView }) {
  return (
    <ConversationContext value={useConversationOf(ticket)}>
      <ConversationParts />
    </ConversationContext>
  );
}
