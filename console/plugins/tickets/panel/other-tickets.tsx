import { Link, useLocation } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { QueueDot } from '../../../shell/ui/chips.tsx';
import { useNow } from '../../../shell/use-now.ts';
import { useTicketList } from '../list/use-lists.ts';
import { useTimes } from '../ticket/use-times.ts';
import { PanelSection } from './section.tsx';
import './other-tickets.css';

/** The contact's tickets, this one among them: newest first, each with its way to it. */
export function OtherTickets({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const times = useTimes();
  const { search } = useLocation();
  // Who does not see every queue cannot know whether there was another.
  const sees = useSession().scope.queueIds === 'all';
  const now = useNow();
  const list = useTicketList({ showAll: true, queueIds: [], contactId: ticket.contactId });
  const tickets = list.tickets.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const today = times.day(new Date(now).toISOString());
  const day = (iso: string) =>
    times.day(iso) === today
      ? t('tickets.contact.today')
      : times.day(iso).slice(0, 4) === today.slice(0, 4)
        ? times.shortDate(iso)
        : times.date(iso);
  const alone = list.isSuccess && tickets.every((one) => one.id === ticket.id);
  return (
    <PanelSection
      title={t('tickets.contact.history')}
      count={tickets.length}
      isPending={list.isPending}
      note={alone ? t(sees ? 'tickets.contact.historyNone' : 'tickets.contact.historyNoneSeen') : undefined}
    >
      {alone ? null : (
        <ol className="tk-hist">
          {tickets.map((one) => {
            const current = one.id === ticket.id;
            const title = `#${one.protocol} · ${t(`tickets.status.${one.status}`)}`;
            return (
              <li className="grid at small lh-18" key={one.id} aria-current={current ? 'true' : undefined}>
                <QueueDot color={one.queue?.color ?? ''} />
                {current ? (
                  <span className="trunc num t-accent semibold">{title}</span>
                ) : (
                  <Link className="trunc num tk-stretch" to={{ pathname: `/tickets/${one.id}`, search }}>
                    {title}
                  </Link>
                )}
                <time className="caption subtle" dateTime={one.createdAt}>
                  {day(one.createdAt)}
                </time>
                <small className="lh-16 subtle trunc" style={{ gridColumn: '2 / 4' }}>
                  {[one.queue?.name ?? t('tickets.row.noQueue'), one.user?.name].filter(Boolean).join(' · ')}
                </small>
              </li>
            );
          })}
        </ol>
      )}
    </PanelSection>
  );
}
