import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { useCommands } from '../data/use-commands.ts';
import { Age, Avatar, QueueName } from '../parts.tsx';

const usePreview = () => {
  const t = useT();
  return ({ preview }: TicketView): string => {
    if (preview === null) return t('tickets.row.noMessages');
    if (preview.isDeleted) return t('tickets.row.deleted');
    const kind = preview.mediaType === 'chat' ? '' : t(`tickets.kind.${preview.mediaType}`);
    const text = [kind, preview.body].filter((part) => part !== '').join(' · ');
    return `${preview.failed ? t('tickets.row.failed') : preview.fromMe ? t('tickets.row.you') : ''}${text}`;
  };
};

/** One ticket of a list, 64 px high. A pending one is not clickable to open (spec): it is accepted. */
export const Row = ({ ticket, current }: { readonly ticket: TicketView; readonly current: boolean }) => {
  const t = useT();
  const preview = usePreview();
  const { accept, reopen } = useCommands();
  const pending = ticket.status === 'pending';
  const classes = ['tk-t', pending && 'tk-pend', ticket.unreadMessages > 0 && 'tk-unread'].filter(Boolean);
  return (
    <div className={classes.join(' ')} aria-current={current ? 'true' : undefined}>
      <Avatar name={ticket.contact.name} />
      <div className="tk-t-b">
        <div className="tk-t-1">
          {pending ? (
            <span className="tk-t-n tk-trunc">{ticket.contact.name}</span>
          ) : (
            <Link className="tk-t-n tk-trunc tk-stretch" to={`/tickets/${ticket.id}`}>
              {ticket.contact.name}
            </Link>
          )}
          <Age at={(pending ? ticket.waitingSince : null) ?? ticket.updatedAt} />
        </div>
        <div className="tk-t-2">
          <span className="tk-t-m tk-trunc">{preview(ticket)}</span>
          {ticket.unreadMessages > 0 ? (
            <span className="tk-pip">
              {ticket.unreadMessages}
              <span className="tk-vh">{t('tickets.row.unread', { smart_count: ticket.unreadMessages })}</span>
            </span>
          ) : null}
        </div>
        <div className="tk-t-3">
          <QueueName queue={ticket.queue} />
          <span className="tk-sepd tk-trunc">{ticket.whatsapp?.name ?? ''}</span>
          <span className="tk-mt">
            {ticket.tags.slice(0, 2).map((tag) => (
              <span key={tag.id} className="tk-tag">
                {tag.name}
              </span>
            ))}
          </span>
        </div>
      </div>
      {ticket.status === 'open' ? null : (
        <Button
          variant="outlined"
          className="tk-accept"
          aria-label={`${t(pending ? 'tickets.action.accept' : 'tickets.action.reopen')}: ${ticket.contact.name}`}
          onClick={() => void (pending ? accept(ticket) : reopen(ticket))}
        >
          {t(pending ? 'tickets.action.accept' : 'tickets.action.reopen')}
        </Button>
      )}
    </div>
  );
};
