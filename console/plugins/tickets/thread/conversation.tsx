import { useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageKind } from '../../../../domain/ticket/kind.ts';
import type { NoteView, TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { Slot } from '../../../shell/slot.tsx';
import { ConfirmDialog } from '../../../shell/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { Composer } from '../composer/composer.tsx';
import { deleteTicket } from '../data/calls.ts';
import { ownChange } from '../data/own-changes.ts';
import { useCommands } from '../data/use-commands.ts';
import { useThread } from '../data/use-conversation.ts';
import { useMarkRead } from '../data/use-mark-read.ts';
import { NewTicketDialog, TransferDialog } from '../dialogs/later.tsx';
import { ContactPanel } from '../panel/contact-panel.tsx';
import { usePanel } from '../panel/use-panel.ts';
import { MovedNotice } from '../presence/moved-notice.tsx';
import { DeleteNote } from './delete-note.tsx';
import { Header } from './header.tsx';
import { ReadOnly } from './read-only.tsx';
import { Thread } from './thread.tsx';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useMessageActions } from './use-message-actions.ts';
import { useNoteLines } from './use-note-lines.tsx';
import { usePrint } from './use-print.ts';
import { useSought } from './use-sought.ts';
import { useTicketLines } from './use-ticket-lines.tsx';
import { Versions } from './versions.tsx';

/** One ticket: header, thread, composer while it is open, and the contact beside it. Mounted anew for each ticket. */
export const Conversation = ({ ticket }: { readonly ticket: TicketView }) => {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { user, can } = useSession();
  const { accept, reopen, giveBack, markUnread, resolve } = useCommands();
  const thread = useThread(ticket.id, ticket.contactId);
  const { messages, outbox } = thread;
  const section = useRef<HTMLElement>(null);
  useSought(section, thread);
  const print = usePrint(thread);
  const panel = usePanel();
  const [unread] = useState(ticket.unreadMessages);
  const [atBottom, setAtBottom] = useState(true);
  const [asked, setAsked] = useState<'transfer' | 'delete'>();
  const [leaving, setLeaving] = useState<NoteView>();
  const open = ticket.status === 'open';
  const doing = useMessageActions(open, ticket.whatsapp?.channel, outbox);
  const { actions, writing, deleting, versions, talkTo } = doing;
  useMarkRead(ticket, open && ticket.userId === user.id && atBottom && thread.isSuccess);

  const ticketLines = useTicketLines(ticket, thread.hasNextPage ? undefined : messages[0]?.createdAt);
  const noteLines = useNoteLines(ticket, setLeaving);
  const lines = useMemo(
    () => [...ticketLines, ...noteLines].toSorted((one, other) => one.at.localeCompare(other.at)),
    [ticketLines, noteLines],
  );
  const remove = async () => {
    const done = ownChange(ticket.id);
    try {
      await deleteTicket(ticket.id);
    } finally {
      done();
    }
    notify.success('tickets.deleted', { values: { protocol: ticket.protocol } });
    await navigate({ pathname: '/tickets', search });
  };
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
            hasOlder={thread.hasNextPage}
            loadingOlder={thread.isFetchingNextPage}
            olderFailed={thread.isFetchNextPageError}
            onOlder={() => void thread.fetchNextPage()}
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
      {asked === 'transfer' ? <TransferDialog ticket={ticket} onClose={() => setAsked(undefined)} /> : null}
      <ConfirmDialog
        open={asked === 'delete'}
        title={t('tickets.delete.title', { protocol: ticket.protocol })}
        text={t('tickets.delete.text', { name: ticket.contact.name })}
        action={t('tickets.delete.confirm')}
        onConfirm={remove}
        onClose={() => setAsked(undefined)}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        title={t('tickets.message.confirmDelete.title')}
        text={t('tickets.message.confirmDelete.text')}
        action={t('tickets.message.delete')}
        onConfirm={() => (deleting === undefined ? undefined : doing.remove(deleting))}
        onClose={doing.endDeleting}
      />
      <DeleteNote ticket={ticket} note={leaving} onClose={() => setLeaving(undefined)} />
      {versions === undefined ? null : <Versions shown={versions} onClose={doing.endVersions} />}
      {talkTo === undefined ? null : <NewTicketDialog contact={talkTo} onClose={doing.endTalk} />}
    </>
  );
};
