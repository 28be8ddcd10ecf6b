import { Hourglass } from 'lucide-react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { useNow } from '../../../shell/use-now.ts';
import { useTimes } from '../ticket/use-times.ts';

/** Why a message of ours is not on its way yet, and until about when. */
export function HeldNote({ message }: { readonly message: MessageView }) {
  const t = useT();
  const times = useTimes();
  const now = useNow();
  const { held, ack, failure, isDeleted } = message;
  if (held === undefined || ack > 0 || failure !== null || isDeleted || Date.parse(held.until) <= now)
    return null;
  const today = times.day(held.until) === times.day(new Date(now).toISOString());
  const at = today ? times.time(held.until) : times.date(held.until);
  return (
    <div className="end caption lh-16 muted row gap-6 mt-4" role="status">
      <Hourglass size={14} aria-hidden="true" />
      <span>{t(`tickets.held.${held.reason}`, { at })}</span>
    </div>
  );
}
