import { ArrowLeft, Link2, ListOrdered } from 'lucide-react';
import { Link } from 'react-router';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { QueueName } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';

interface Props {
  /** As it was at the revision. */
  readonly ticket: TicketView;
  readonly revision: number;
  readonly last: number;
  readonly onEvents?: () => void;
}

const tint = { pending: 'c-warn', open: 'c-ok', closed: 'c-none' } as const;

/** Whose timeline it is, and how the ticket stood at the revision: state, agent, queue. */
export const PastHeader = ({ ticket, revision, last, onEvents }: Props) => {
  const t = useT();
  const share = () => {
    const address = new URL(location.href);
    address.searchParams.set('rev', String(revision));
    navigator.clipboard
      .writeText(address.href)
      .then(() => notify.success('tickets.history.shared', { values: { n: revision } }), notifyError);
  };
  return (
    <header className="tk-th-head tk-past-head">
      <Link className="ib" to={`/tickets/${ticket.id}`} aria-label={t('tickets.history.back')}>
        <ArrowLeft size={20} aria-hidden="true" />
      </Link>
      <div className="tk-grow">
        <h2 className="tk-trunc tk-tl-wide">{t('tickets.history.title', { name: ticket.contact.name })}</h2>
        <h2 className="tk-trunc tk-tl-narrow">{ticket.contact.name}</h2>
        <p className="tk-sub">
          <span className="tk-tl-narrow">{t(`tickets.history.status.${ticket.status}`)}</span>
          {ticket.queue === null ? (
            <span>{t('tickets.row.noQueue')}</span>
          ) : (
            <QueueName name={ticket.queue.name} color={ticket.queue.color} />
          )}
          <span className="tk-sepd tk-tl-wide num">#{ticket.protocol}</span>
          <span className="tk-sepd num">{t('tickets.history.revision', { n: revision, total: last })}</span>
        </p>
      </div>
      <span className={`tag tag-lg ${tint[ticket.status]}`}>
        {t(`tickets.history.status.${ticket.status}`)}
        {ticket.user === null || ticket.status === 'pending' ? null : (
          <span className="tk-tl-wide">· {ticket.user.name}</span>
        )}
      </span>
      <IconButton label={t('tickets.history.share')} icon={Link2} onClick={share} />
      {onEvents === undefined ? null : (
        <IconButton label={t('tickets.history.events')} icon={ListOrdered} onClick={onEvents} />
      )}
    </header>
  );
};
