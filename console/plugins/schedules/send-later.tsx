import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import type { Slots } from '../../shell/plugin.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import './schedules.css';

/**
 * In a conversation: what is written to its contact goes out later, on its connection and in its queue. What is typed
 * already is taken along, and is no longer to be sent at once then.
 */
export function SendLater({ ticket, text, clear }: Slots['composer.tool']) {
  const t = useT();
  /** What stood in the composer as it was opened. */
  const [taken, setTaken] = useState<string>();
  const { contact, connectionId, queueId } = ticket;
  return (
    <>
      <IconButton label={t('schedules.later')} icon={CalendarClock} onClick={() => setTaken(text)} />
      {taken === undefined ? null : (
        <ScheduleDialog
          draft={{ contact, connectionId, queueId, body: taken.trim() }}
          onSaved={() => {
            if (text === taken) clear();
          }}
          onClose={() => setTaken(undefined)}
        />
      )}
    </>
  );
}
