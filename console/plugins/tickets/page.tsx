import { useRef } from 'react';
import { useParams } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { useLiveContacts } from './data/use-contact.ts';
import { useLiveTickets } from './data/use-lists.ts';
import { ListPanel } from './list/list-panel.tsx';
import { usePresenceFeed } from './presence/use-presence.ts';
import { OpenTicket } from './thread/open-ticket.tsx';
import './styles/base.css';
import './styles/list.css';
import './styles/thread.css';
import './styles/composer.css';
import './styles/panel.css';

/** /tickets and /tickets/{id}: the list beside the conversation; on a phone, one or the other. */
export const TicketsPage = () => {
  const t = useT();
  const { id } = useParams();
  useLiveTickets();
  useLiveContacts();
  usePresenceFeed();
  const last = useRef(id);
  if (id !== undefined) last.current = id;
  return (
    <div className={id === undefined ? 'tk tk-on-list' : 'tk tk-on-thread'}>
      <ListPanel current={id} last={last.current} />
      {id === undefined ? (
        <section className="tk-thread tk-welcome">
          <h2>{t('tickets.welcome.title')}</h2>
          <p>{t('tickets.welcome.text')}</p>
        </section>
      ) : (
        <OpenTicket key={id} id={id} />
      )}
    </div>
  );
};
