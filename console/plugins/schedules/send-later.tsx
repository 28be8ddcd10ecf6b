import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import type { TicketView } from '../../../contract/ticket.ts';
import { useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import './schedules.css';

/** In a conversation: what is written to its contact goes out later, on its connection and in its queue. */
export function SendLater({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { contact, connectionId, queueId } = ticket;
  return (
    <>
      <IconButton label={t('schedules.later')} icon={CalendarClock} onClick={() => setOpen(true)} />
      {isOpen ? (
        <ScheduleDialog
          draft={{ contact, connectionId: connectionId, queueId }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
