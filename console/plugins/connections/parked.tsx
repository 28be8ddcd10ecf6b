import Dialog from '@mui/material/Dialog';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { ParkedView } from '../../../domain/views/index.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';

export const parkedQuery = queryOptions({
  queryKey: ['parked'],
  queryFn: ({ signal }) => api<{ parked: ParkedView[]; hasMore: boolean }>('/parked', { signal }),
  // Nobody is told when something is set aside: it is rare, and no customer waits for this page.
  refetchInterval: 60_000,
});

/** What could not be taken in: a line while there is any, and the list of it. */
export const ParkedNotice = ({ moment }: { readonly moment: (at: string) => string }) => {
  const t = useT();
  const { data } = useQuery(parkedQuery);
  const [open, setOpen] = useState(false);
  const count = data?.parked.length ?? 0;
  return (
    <>
      {count > 0 ? (
        <p className="banner cx-attention" role="status">
          <Inbox className="i" size={18} aria-hidden="true" />
          <span className="grow">
            <b>
              {t(data?.hasMore ? 'connections.parked.many' : 'connections.parked', { smart_count: count })}
            </b>{' '}
            {t('connections.parked.text')}
          </span>
          <button type="button" className="btn btn-outline" onClick={() => setOpen(true)}>
            {t('connections.parked.show')}
          </button>
        </p>
      ) : null}
      {open ? (
        <ParkedDialog parked={data?.parked ?? []} moment={moment} close={() => setOpen(false)} />
      ) : null}
    </>
  );
};

const ParkedDialog = ({
  parked,
  moment,
  close,
}: {
  readonly parked: readonly ParkedView[];
  readonly moment: (at: string) => string;
  readonly close: () => void;
}) => {
  const t = useT();
  const id = useId();
  const cache = useQueryClient();
  const drop = async (one: ParkedView) => {
    try {
      await api(`/parked/${one.id}`, { method: 'DELETE' });
    } catch (error) {
      notifyError(error);
    }
    await cache.invalidateQueries({ queryKey: parkedQuery.queryKey });
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby={id}
      slotProps={{ paper: { className: 'dialog wide-dialog' } }}
    >
      <header>
        <h2 id={id} className="grow">
          {t('connections.parked.title')}
        </h2>
        <IconButton label={t('shell.close')} icon={X} onClick={close} />
      </header>
      <ul className="body scroll cx-parked">
        {parked.map((one) => (
          <li key={one.id}>
            <p className="row">
              <b className="grow">{one.name || one.from}</b>
              <span className="muted num">{moment(one.at)}</span>
            </p>
            <p className="muted">
              {t(`connections.parked.kind.${one.kind}`)} · {one.from} · {one.connection.name}
            </p>
            {one.body === '' ? null : <p className="cx-parked-body">{one.body}</p>}
            <p>{t(`connections.parked.reason.${one.reason}`)}</p>
            <details>
              <summary>{t('connections.parked.detail')}</summary>
              <code>{one.detail}</code>
            </details>
            <button type="button" className="btn btn-outline" onClick={() => void drop(one)}>
              {t('connections.parked.done')}
            </button>
          </li>
        ))}
        {parked.length === 0 ? <li className="muted">{t('connections.parked.none')}</li> : null}
      </ul>
    </Dialog>
  );
};
