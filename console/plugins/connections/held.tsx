import { queryOptions, useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import type { HeldPage } from '../../../contract/message.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { NoticedList } from './noticed-list.tsx';

const heldQuery = queryOptions({
  queryKey: ['held'],
  queryFn: ({ signal }) => api<HeldPage>('/held', { signal }),
  // Each bubble says it live; this is the view over all of them.
  refetchInterval: 30_000,
});

/** How many messages wait their turn, and the list of them; nothing while none does. */
export const HeldNotice = ({ moment }: { readonly moment: (at: string) => string }) => {
  const t = useT();
  const { data } = useQuery(heldQuery);
  const held = data?.held ?? [];
  return (
    <NoticedList
      items={held}
      icon={Hourglass}
      tone="info"
      said={t(data?.hasMore ? 'connections.held.many' : 'connections.held', { smart_count: held.length })}
      text={t('connections.held.text', { smart_count: held.length })}
      show={t('connections.held.show')}
      title={t('connections.held.title')}
      none={t('connections.held.none')}
      row={(one, close) => (
        <>
          <p className="row">
            <Link to={`/tickets/${one.ticketId}`} className="grow" onClick={close}>
              {one.contact.name}
            </Link>
            <span className="muted num">{t('connections.held.until', { at: moment(one.until) })}</span>
          </p>
          <p className="muted">
            {t(`connections.held.reason.${one.reason}`)} · {one.connection.name}
          </p>
        </>
      )}
    />
  );
};
