import Button from '@mui/material/Button';
import { Bot, Eye } from 'lucide-react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import './read-only.css';

interface Props {
  readonly ticket: TicketView;
  readonly onAccept: () => void;
  readonly onReopen: () => void;
}

/** In the composer's place while the ticket takes no messages: why, and what changes that. */
export function ReadOnly({ ticket, onAccept, onReopen }: Props) {
  const t = useT();
  const pending = ticket.status === 'pending';
  const { chatbot } = ticket;
  const Icon = chatbot ? Bot : Eye;
  const note = pending ? 'tickets.pending.note' : 'tickets.closed.note';
  const accept = chatbot ? 'tickets.action.takeOver' : 'tickets.action.acceptTicket';
  return (
    <div className="tk-peek row gap-12 wrap self-center r-lg bg-1">
      <Icon className="subtle" size={18} aria-hidden="true" />
      <p className="grow col small lh-18 muted">
        <b className="ink">{t(chatbot ? 'tickets.bot.speaks' : 'tickets.readonly')}</b>
        <span>{t(chatbot ? 'tickets.bot.note' : note)}</span>
      </p>
      <Button variant="contained" size="large" onClick={pending ? onAccept : onReopen}>
        {t(pending ? accept : 'tickets.action.reopen')}
      </Button>
    </div>
  );
}
