import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Eye, X } from 'lucide-react';
import { useId } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { ErrorState } from '../../../shell/ui/states.tsx';
import { Thread } from '../conversation/thread.tsx';
import { useThread } from '../conversation/use-conversation.ts';
import { useNoteLines } from '../notes/use-note-lines.tsx';
import { BotChip } from '../ticket/bot-chip.tsx';
import { Avatar, QueueName } from '../ticket/parts.tsx';
import { PHONE } from '../ticket/widths.ts';

interface Props {
  readonly ticket: TicketView;
  readonly onAccept: (() => void) | undefined;
  readonly onClose: () => void;
}

/** A look at a conversation without touching it: nothing is accepted, nothing marked as read. */
export function PeekDialog({ ticket, onAccept, onClose }: Props) {
  const t = useT();
  const id = useId();
  const phone = useMediaQuery(PHONE);
  const notes = useNoteLines(ticket, undefined);
  const { messages, older, isError, error, refetch } = useThread(ticket.id, ticket.contactId);
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={phone}
      aria-labelledby={id}
      maxWidth="md"
      slotProps={{ paper: { sx: { width: { sm: 640 }, height: { sm: 'min(720px, calc(100% - 64px))' } } } }}
    >
      <header className="row gap-12 fixed line-b p-12-16">
        <Avatar
          name={ticket.contact.name}
          id={ticket.contactId}
          size={36}
          src={ticket.contact.profilePicUrl}
        />
        <div className="grow">
          <h2 id={id} className="title lh-24 trunc">
            {ticket.contact.name}
          </h2>
          <p className="row gap-6 wrap narrow caption lh-16 muted nowrap">
            <QueueName queue={ticket.queue} />
            <span className="tk-sepd">{ticket.user?.name ?? t('tickets.contact.unassigned')}</span>
            <span className="tk-sepd num">#{ticket.protocol}</span>
            <BotChip ticket={ticket} />
          </p>
        </div>
        <span className="wide-only inline gap-6 fixed px-8 py-4 boxed pill caption lh-18 medium muted nowrap bg-1">
          <Eye size={14} aria-hidden="true" />
          {t('tickets.readonly')}
        </span>
        <IconButton label={t('tickets.close')} icon={X} onClick={onClose} />
      </header>
      <div className="tk-peek-body col fill bg-page">
        {isError ? (
          <ErrorState error={error} title={t('tickets.error.thread')} retry={() => void refetch()} />
        ) : (
          <Thread
            thread={ticket.id}
            contact={ticket.contact.name}
            messages={messages}
            lines={notes}
            older={older}
          />
        )}
      </div>
      {onAccept === undefined ? null : (
        <footer className="row gap-12 fixed line-t p-12-16">
          <p className="grow caption muted">
            {t(ticket.chatbot ? 'tickets.bot.note' : 'tickets.pending.note')}
          </p>
          <Button variant="contained" onClick={onAccept}>
            {t(ticket.chatbot ? 'tickets.action.takeOver' : 'tickets.action.acceptTicket')}
          </Button>
        </footer>
      )}
    </Dialog>
  );
}
