import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useTicket } from './data/use-conversation.ts';
import { useLiveTickets } from './data/use-lists.ts';
import { ListPanel } from './list/list-panel.tsx';
import { Conversation } from './thread/conversation.tsx';
import './styles/base.css';
import './styles/list.css';
import './styles/thread.css';
import './styles/composer.css';

const Open = ({ id }: { readonly id: string }) => {
  const navigate = useNavigate();
  const t = useT();
  const { data, error } = useTicket(id);
  useEffect(() => {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return;
    notify.error(error.status === 403 ? 'tickets.error.forbidden' : 'tickets.error.notFound');
    void navigate('/tickets', { replace: true });
  }, [error, navigate]);
  if (data !== undefined) return <Conversation key={data.id} ticket={data} />;
  return (
    <section className="tk-thread">
      <p className="tk-older" role="status">
        {t(error === null ? 'tickets.thread.loading' : 'tickets.error.thread')}
      </p>
    </section>
  );
};

/** /tickets and /tickets/{id}: the list beside the conversation; on a phone, one or the other. */
export const TicketsPage = () => {
  const t = useT();
  const { id } = useParams();
  useLiveTickets();
  return (
    <div className={id === undefined ? 'tk tk-on-list' : 'tk tk-on-thread'}>
      <ListPanel current={id} />
      {id === undefined ? (
        <section className="tk-thread tk-welcome">
          <h2>{t('tickets.welcome.title')}</h2>
          <p>{t('tickets.welcome.text')}</p>
        </section>
      ) : (
        <Open key={id} id={id} />
      )}
    </div>
  );
};
