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
    <div className="tk-peek card row gap-12 wrap self-center p-16">
      <Icon className="subtle" size={18} aria-hidden="true" />
      {/* Beside the deed it has room for words, or it stands above it: at 200 % a column had one word a line. */}
      <p className="col small lh-18 muted" style={{ flex: '999 1 200px' }}>
        <b className="ink">{t(chatbot ? 'tickets.bot.speaks' : 'tickets.readonly')}</b>
        <span>{t(chatbot ? 'tickets.bot.note' : note)}</span>
      </p>
      <Button
        variant="contained"
        size="large"
        sx={{ flex: '1 0 auto' }}
        onClick={pending ? onAccept : onReopen}
      >
        {t(pending ? accept : 'tickets.action.reopen')}
      </Button>
    </div>
  );
}
