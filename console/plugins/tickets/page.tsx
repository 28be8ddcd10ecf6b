import { useRef } from 'react';
import { useParams } from 'react-router';
import { useLiveContacts } from './data/use-contact.ts';
import { ListPanel } from './list/list-panel.tsx';
import { Welcome } from './list/welcome.tsx';
import { usePresenceFeed } from './presence/use-presence.ts';
import { OpenTicket } from './thread/open-ticket.tsx';
import './styles/base.css';
import './styles/list.css';
import './styles/thread.css';
import './styles/kinds.css';
import './styles/composer.css';
import './styles/panel.css';
import './styles/print.css';

/** /tickets and /tickets/{id}: the list beside the conversation; on a phone, one or the other. */
export const TicketsPage = () => {
  const { id } = useParams();
  useLiveContacts();
  usePresenceFeed();
  const last = useRef(id);
  if (id !== undefined) last.current = id;
  return (
    <div className={id === undefined ? 'tk tk-on-list' : 'tk tk-on-thread'}>
      <ListPanel current={id} last={last.current} />
      {id === undefined ? <Welcome /> : <OpenTicket key={id} id={id} />}
    </div>
  );
};

export { fetchDialogs } from './dialogs/later.tsx';
