import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import { isSameDay } from 'date-fns/isSameDay';
import { ChevronDown, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { TicketView } from '../../../contract/ticket.ts';
import { useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { useNow } from '../../shell/use-now.ts';
import { type ScheduleView, unsentQuery, wallOf } from './data.ts';
import { DeedButtons, DeleteQuestion } from './deeds.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { StatusIcon } from './schedule-status.tsx';
import './schedules.css';

interface Props {
  readonly ticket: TicketView;
}

/** What the contact will be written, to be edited or taken back. `isAdding`: another one is being written. */
function Scheduled({
  ticket: { contact, connectionId, queueId },
  schedules,
  isAdding,
  onAdded,
}: Props & {
  readonly schedules: readonly ScheduleView[];
  readonly isAdding: boolean;
  readonly onAdded: () => void;
}) {
  const t = useT();
  const { timeZone } = useSession().user.company;
  const today = wallOf(new Date(useNow()), timeZone);
  const [edited, setEdited] = useState<ScheduleView>();
  const [gone, setGone] = useState<ScheduleView>();
  const at = (instant: string) => {
    const wall = wallOf(instant, timeZone);
    const time = format(wall, 'HH:mm');
    if (isSameDay(wall, today)) return t('schedules.todayAt', { time });
    return format(wall, wall.getFullYear() === today.getFullYear() ? 'dd/MM, HH:mm' : 'dd/MM/yyyy, HH:mm');
  };
  return (
    <>
      <ul>
        {schedules.map((schedule) => (
          <li
            key={schedule.id}
            style={{ padding: '4px 0' }}
            className={`row small sc-${schedule.status.toLowerCase()}`}
          >
            <StatusIcon status={schedule.status} />
            <span className="grid grow lh-18">
              <time className="medium" dateTime={schedule.sendAt}>
                {at(schedule.sendAt)}
              </time>
              <span className="trunc caption muted">{schedule.body}</span>
            </span>
            <DeedButtons schedule={schedule} deeds={{ edit: setEdited, remove: setGone }} />
          </li>
        ))}
      </ul>
      {edited ? (
        <ScheduleDialog key={edited.id} schedule={edited} onClose={() => setEdited(undefined)} />
      ) : null}
      {isAdding ? <ScheduleDialog draft={{ contact, connectionId, queueId }} onClose={onAdded} /> : null}
      <DeleteQuestion schedule={gone} onClose={() => setGone(undefined)} />
    </>
  );
}

/** In a conversation: that its contact will be written, and what; nothing while nothing is. */
export function ScheduledNotice({ ticket }: Props) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(unsentQuery(ticket.contactId));
  if (!data || data.schedules.length === 0) return null;
  const cancelledCount = data.schedules.filter(({ status }) => status === 'CANCELADA').length;
  const isAllCancelled = cancelledCount === data.schedules.length;
  const isFailed = data.schedules.some(({ status }) => status === 'ERRO');
  return (
    <section className="sc-notice fixed small soft-t bg-1" aria-label={t('schedules.planned')}>
      <button
        className="row t-accent full px-16 h-40"
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <StatusIcon status={isFailed ? 'ERRO' : isAllCancelled ? 'CANCELADA' : 'PENDENTE'} />
        {isAllCancelled
          ? t('schedules.cancelledCount', { smart_count: data.count })
          : t('schedules.plannedCount', { smart_count: data.count - cancelledCount })}
        <ChevronDown
          className="aside"
          size={16}
          style={{ rotate: isOpen ? '180deg' : undefined }}
          aria-hidden="true"
        />
      </button>
      <div className="scroll px-16" style={{ maxHeight: '30vh' }} id={id} hidden={!isOpen}>
        {isOpen ? (
          <Scheduled ticket={ticket} schedules={data.schedules} isAdding={false} onAdded={() => {}} />
        ) : null}
      </div>
    </section>
  );
}

/** In the contact's panel: what they will be written, and the way to write more. */
export function ScheduledPanel({ ticket }: Props) {
  const t = useT();
  const id = useId();
  const [isAdding, setAdding] = useState(false);
  const { data } = useQuery(unsentQuery(ticket.contactId));
  return (
    <section className="tk-sec p-12-16-16" aria-labelledby={id}>
      <h3 className="row gap-6 small">
        <span id={id}>{t('schedules.planned')}</span>
        {data && data.count > 0 ? <span className="caption regular subtle num">{data.count}</span> : null}
        <IconButton
          small
          className="tk-sec-add"
          icon={Plus}
          label={t('schedules.add')}
          onClick={() => setAdding(true)}
        />
      </h3>
      {data?.count === 0 ? <p className="tk-none small lh-18 subtle">{t('schedules.plannedNone')}</p> : null}
      <Scheduled
        ticket={ticket}
        schedules={data?.schedules ?? []}
        isAdding={isAdding}
        onAdded={() => setAdding(false)}
      />
    </section>
  );
}
