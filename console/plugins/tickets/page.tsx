import { useRef } from 'react';
import { useParams } from 'react-router';
import { OpenTicket } from './conversation/open-ticket.tsx';
import { ListPanel } from './list/list-panel.tsx';
import { Welcome } from './list/welcome.tsx';
import { usePresenceFeed } from './presence/use-presence.ts';
import { useLiveContacts } from './ticket/use-contact.ts';
import './ticket/base.css';
import './conversation/print.css';

/** /tickets and /tickets/{id}: the list beside the conversation; on a phone, one or the other. */
export function TicketsPage() {
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
}

export { fetchDialogs } from './lazy-dialogs.tsx';
