import Button from '@mui/material/Button';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useNow } from '../../../shell/use-now.ts';
import { waitingSpan } from '../ticket/age.ts';

/** Returns a wait in at most two units ('1 h 12 min', '4 min', '2 d 3 h'), and its tone. */
function useWait(since: string): { readonly text: string; readonly tone: string } {
  const t = useT();
  const { hours, minutes } = waitingSpan(since, useNow());
  const days = Math.floor(hours / 24);
  if (days > 0) return { text: t('tickets.wait.days', { days, hours: hours % 24 }), tone: 't-danger' };
  if (hours > 0) return { text: t('tickets.wait.hours', { hours, minutes }), tone: 't-danger' };
  const tone = minutes >= 30 ? 't-warning' : 't-success';
  return { text: minutes < 1 ? t('tickets.wait.now') : t('tickets.wait.minutes', { minutes }), tone };
}

interface Props {
  readonly next: TicketView;
  readonly onAccept: (ticket: TicketView) => Promise<void>;
}

/** Who waits longest, always in sight, and the one button that takes them. */
export function NextBar({ next, onAccept }: Props) {
  const t = useT();
  const wait = useWait(next.waitingSince ?? next.updatedAt);
  const [busy, setBusy] = useState(false);
  return (
    <div className="tk-next row gap-12 fixed px-16 line-t bg-1" style={{ height: 64 }}>
      <Hourglass className="subtle" size={18} strokeWidth={1.75} aria-hidden="true" />
      <p className="grow small lh-18">
        <b className="block trunc">{next.contact.name}</b>
        <span className="block muted trunc">
          {t('tickets.waits')}
          <span className={`semibold num ${wait.tone}`}>{wait.text}</span>
        </span>
      </p>
      <Button
        variant="tonal"
        disabled={busy}
        aria-keyshortcuts="Alt+A"
        onClick={() => {
          // Pressed twice it would take two.
          setBusy(true);
          void onAccept(next).finally(() => setBusy(false));
        }}
      >
        {t('tickets.action.acceptNext')}
      </Button>
    </div>
  );
}
