import MuiIconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ArrowLeft, Link2, ListOrdered } from 'lucide-react';
import { Link } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { QueueName } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { NARROW, PHONE } from '../ticket/widths.ts';
import { useTravel } from './travel.ts';
import '../conversation/header.css';

interface Props {
  /** As it was at the revision. */
  readonly ticket: TicketView;
  /** Opens the list of events, where there is no room for it beside the conversation. */
  readonly onEvents: () => void;
}

const tint = { pending: 'c-warn', open: 'c-ok', closed: 'c-none' } as const;

/** Whose timeline it is, and how the ticket stood at the revision: state, agent, queue. */
export function PastHeader({ ticket, onEvents }: Props) {
  const t = useT();
  const { last, revision = last } = useTravel();
  const narrow = useMediaQuery(NARROW, { noSsr: true });
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const share = () => {
    const address = new URL(location.href);
    address.searchParams.set('rev', String(revision));
    navigator.clipboard
      .writeText(address.href)
      .then(() => notify.success('tickets.history.shared'), notifyError);
  };
  const title = t('tickets.history.title', { name: ticket.contact.name });
  usePageTitle(title);
  return (
    <header className="tk-th-head tk-head row fixed tk-past-head bg-1 line-b">
      <MuiIconButton
        component={Link}
        sx={{ ml: -2 }}
        to={`/tickets/${ticket.id}`}
        aria-label={t('tickets.history.back')}
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </MuiIconButton>
      <div className="grow">
        <h1 className="message trunc lh-20">{phone ? ticket.contact.name : title}</h1>
        <p className="tk-sub row gap-6 wrap narrow caption lh-16 muted nowrap clip">
          {phone ? (
            <span>{t(`tickets.history.status.${ticket.status}`)}</span>
          ) : ticket.queue === null ? (
            <span>{t('tickets.row.noQueue')}</span>
          ) : (
            <QueueName name={ticket.queue.name} color={ticket.queue.color} />
          )}
          {phone ? null : <span className="tk-sepd num">#{ticket.protocol}</span>}
          <span className="tk-sepd num">
            {t('tickets.history.revision', { n: revision + 1, total: last + 1 })}
          </span>
        </p>
      </div>
      {phone ? null : (
        <span className={`tag tag-lg lh-24 r-sm ${tint[ticket.status]}`}>
          {t(`tickets.history.status.${ticket.status}`)}
          {ticket.user === null || ticket.status === 'pending' ? '' : ` · ${ticket.user.name}`}
        </span>
      )}
      <IconButton label={t('tickets.history.share')} icon={Link2} onClick={share} />
      {narrow ? (
        <IconButton label={t('tickets.history.events')} icon={ListOrdered} onClick={onEvents} />
      ) : null}
    </header>
  );
}
