import Button from '@mui/material/Button';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Link } from 'react-router';
import type { ParkedPage, ParkedView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { phone } from '../contacts/offers/phone.ts';
import { NoticedList } from './noticed-list.tsx';

const parkedQuery = queryOptions({
  queryKey: ['parked'],
  queryFn: ({ signal }) => api<ParkedPage>('/parked', { signal }),
  // Nobody is told when something is set aside: it is rare, and no customer waits for this page.
  refetchInterval: 60_000,
});

interface RowProps {
  readonly one: ParkedView;
  readonly at: string;
  readonly onDrop: () => void;
  readonly onLeave: () => void;
}

const Parked = ({ one, at, onDrop, onLeave }: RowProps) => {
  const t = useT();
  const number = phone(one.from) || one.from;
  const name = one.name || number;
  return (
    <>
      <p className="row">
        <b className="grow">{name}</b>
        <span className="muted num">{at}</span>
      </p>
      <p className="muted">
        {[
          t(`connections.parked.kind.${one.kind}`),
          ...(name === number ? [] : [number]),
          one.connection.name,
        ].join(' · ')}
      </p>
      {one.body === '' ? null : <p className="pre anywhere">{one.body}</p>}
      <p>{t(`connections.parked.reason.${one.reason}`)}</p>
      <details>
        <summary>{t('connections.parked.detail')}</summary>
        <code>{one.detail}</code>
      </details>
      <p className="row">
        <Button variant="outlined" aria-label={`${t('connections.parked.done')}: ${name}`} onClick={onDrop}>
          {t('connections.parked.done')}
        </Button>
        {one.from === '' ? null : (
          <Button component={Link} to={`/contacts?search=${encodeURIComponent(one.from)}`} onClick={onLeave}>
            {t('connections.parked.contact')}
          </Button>
        )}
      </p>
    </>
  );
};

/** What could not be taken in: a line while there is any, and the list of it. */
export const ParkedNotice = ({ moment }: { readonly moment: (at: string) => string }) => {
  const t = useT();
  const cache = useQueryClient();
  const { data } = useQuery(parkedQuery);
  const parkedEntries = data?.parked ?? [];
  const drop = async (one: ParkedView) => {
    try {
      await api(`/parked/${one.id}`, { method: 'DELETE' });
    } catch (error) {
      notifyError(error);
    }
    await cache.invalidateQueries({ queryKey: parkedQuery.queryKey });
  };
  return (
    <NoticedList
      items={parkedEntries}
      icon={Inbox}
      tone="warn"
      said={t(data?.hasMore ? 'connections.parked.many' : 'connections.parked', {
        smart_count: parkedEntries.length,
      })}
      text={t('connections.parked.text')}
      show={t('connections.parked.show')}
      title={t('connections.parked.title')}
      none={t('connections.parked.none')}
      row={(one, close) => (
        <Parked one={one} at={moment(one.at)} onDrop={() => void drop(one)} onLeave={close} />
      )}
    />
  );
};
