import { useRef } from 'react';
import { useParams } from 'react-router';
import { Slot, useParts } from '../../shell/slot.tsx';
import { OpenTicket } from './conversation/open-ticket.tsx';
import { ListPanel } from './list/list-panel.tsx';
import { Welcome } from './list/welcome.tsx';
import { usePresenceFeed } from './presence/use-presence.ts';
import { useLiveContacts } from './ticket/use-contact.ts';
import './ticket/base.css';
import './conversation/print.css';

/** What stands beside the list while no conversation is open: whatever a plugin has to say first. */
const Beginning = () => {
  const isTaken = useParts('desk.start').length > 0;
  return isTaken ? <Slot name="desk.start" props={{ otherwise: <Welcome /> }} /> : <Welcome />;
};

/** /tickets and /tickets/{id}: the list beside the conversation; on a phone, one or the other. */
export function TicketsPage() {
  const { id } = useParams();
  useLiveContacts();
  usePresenceFeed();
  const lastId = useRef(id);
  if (id !== undefined) lastId.current = id;
  return (
    <div
      className={
        id === undefined ? 'tk flex grow high shrink-y tk-on-list' : 'tk flex grow high shrink-y tk-on-thread'
      }
    >
      <ListPanel current={id} last={lastId.current} />
      {id === undefined ? <Beginning /> : <OpenTicket key={id} id={id} />}
    </div>
  );
}

export { fetchDialogs } from './lazy-dialogs.tsx';
