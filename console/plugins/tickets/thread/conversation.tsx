import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageView, TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { Composer } from '../composer/composer.tsx';
import { deleteMessage, markRead, retryMessage } from '../data/calls.ts';
import { keys } from '../data/keys.ts';
import { useCommands } from '../data/use-commands.ts';
import { useThread } from '../data/use-conversation.ts';
import { TransferDialog } from '../dialogs/transfer-dialog.tsx';
import { Header } from './header.tsx';
import type { MessageActions } from './message-menu.tsx';
import { Thread } from './thread.tsx';

/** The conversation of one ticket: header, thread, and the composer while it is open. Mounted anew for each ticket. */
export const Conversation = ({ ticket }: { readonly ticket: TicketView }) => {
  const t = useT();
  const cache = useQueryClient();
  const { user } = useSession();
  const { accept, reopen, giveBack, resolve } = useCommands();
  const { messages, items, outbox, hasNextPage, isFetchingNextPage, fetchNextPage, isError, refetch } =
    useThread(ticket.id, ticket.contactId);
  const [unread] = useState(ticket.unreadMessages);
  const [transferring, setTransferring] = useState(false);
  const [replyTo, setReplyTo] = useState<MessageView>();
  const [atBottom, setAtBottom] = useState(true);
  const open = ticket.status === 'open';
  const mine = open && ticket.userId === user.id;

  const marked = useRef('');
  useEffect(() => {
    const seen = `${ticket.id}:${ticket.preview?.id ?? ''}`;
    if (!mine || !atBottom || ticket.unreadMessages === 0 || marked.current === seen) return;
    if (document.visibilityState !== 'visible') return;
    marked.current = seen;
    // Not read yet is the truth while the server is away: the next message or opening tries again.
    markRead(ticket.id).catch(() => undefined);
  }, [mine, atBottom, ticket.id, ticket.unreadMessages, ticket.preview?.id]);

  const waiting = useMemo(() => new Set(items.map((item) => item.id)), [items]);
  const actions = useMemo<MessageActions>(
    () => ({
      onCopy: (text) => {
        navigator.clipboard.writeText(text).then(() => notify.success('tickets.message.copied'), notifyError);
      },
      onRetry: (message) => {
        if (waiting.has(message.id)) outbox.retry(message.id);
        else retryMessage(message.id).catch(notifyError);
      },
      ...(open && {
        onReply: setReplyTo,
        onDelete: (message: MessageView) => {
          deleteMessage(message.id).catch(notifyError);
        },
        onDiscard: (message: MessageView) => {
          if (waiting.has(message.id)) outbox.discard(message.id);
          else deleteMessage(message.id).catch(notifyError);
        },
      }),
    }),
    [open, outbox, waiting],
  );
  return (
    <section className="tk-thread" aria-label={t('tickets.thread.label', { name: ticket.contact.name })}>
      <Header
        ticket={ticket}
        panelOpen={false}
        onPanel={() => undefined}
        actions={{
          ...(open && {
            onReturn: () => void giveBack(ticket),
            onResolve: () => void resolve(ticket),
          }),
          ...((open || ticket.status === 'pending') && { onTransfer: () => setTransferring(true) }),
        }}
      />
      {transferring ? <TransferDialog ticket={ticket} onClose={() => setTransferring(false)} /> : null}
      {isError ? (
        <div className="tk-error" role="alert">
          <p>{t('tickets.error.thread')}</p>
          <Button
            onClick={() => {
              void refetch();
              void cache.invalidateQueries({ queryKey: keys.ticket(ticket.id) });
            }}
          >
            {t('tickets.failed.retry')}
          </Button>
        </div>
      ) : null}
      <Thread
        thread={ticket.id}
        contact={ticket.contact.name}
        messages={messages}
        unread={unread}
        hasOlder={hasNextPage}
        loadingOlder={isFetchingNextPage}
        onOlder={() => void fetchNextPage()}
        actions={actions}
        onAtBottom={setAtBottom}
      />
      {open ? (
        <Composer ticket={ticket} outbox={outbox} replyTo={replyTo} onReplied={() => setReplyTo(undefined)} />
      ) : (
        <div className="tk-peek">
          <p className="tk-grow">
            {t(ticket.status === 'pending' ? 'tickets.pending.note' : 'tickets.closed.note')}
          </p>
          <Button
            variant="contained"
            onClick={() => void (ticket.status === 'pending' ? accept : reopen)(ticket)}
          >
            {t(ticket.status === 'pending' ? 'tickets.action.acceptTicket' : 'tickets.action.reopen')}
          </Button>
        </div>
      )}
    </section>
  );
};
