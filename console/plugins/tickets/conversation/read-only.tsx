import Button from '@mui/material/Button';
import { Eye } from 'lucide-react';
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
  return (
    <div className="tk-peek">
      <Eye size={18} aria-hidden="true" />
      <p className="grow">
        <b>{t('tickets.readonly')}</b>
        <span>{t(pending ? 'tickets.pending.note' : 'tickets.closed.note')}</span>
      </p>
      <Button variant="contained" size="large" onClick={pending ? onAccept : onReopen}>
        {t(pending ? 'tickets.action.acceptTicket' : 'tickets.action.reopen')}
      </Button>
    </div>
  );
}
