import Dialog from '@mui/material/Dialog';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Hourglass, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { HeldView } from '../../../domain/views/index.ts';
import { api } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';

export const heldQuery = queryOptions({
  queryKey: ['held'],
  queryFn: ({ signal }) => api<{ held: HeldView[]; hasMore: boolean }>('/held', { signal }),
  // Each bubble says it live; this is the view over all of them.
  refetchInterval: 30_000,
});

/** How many messages wait their turn, and the list of them; nothing while none does. */
export const HeldNotice = ({ moment }: { readonly moment: (at: string) => string }) => {
  const t = useT();
  const id = useId();
  const { data } = useQuery(heldQuery);
  const [open, setOpen] = useState(false);
  const held = data?.held ?? [];
  const close = () => setOpen(false);
  return (
    <>
      {held.length > 0 ? (
        <p className="banner cx-attention cx-held" role="status">
          <Hourglass className="i" size={18} aria-hidden="true" />
          <span className="grow">
            <b>
              {t(data?.hasMore ? 'connections.held.many' : 'connections.held', { smart_count: held.length })}
            </b>{' '}
            {t('connections.held.text', { smart_count: held.length })}
          </span>
          <button type="button" className="btn btn-outline" onClick={() => setOpen(true)}>
            {t('connections.held.show')}
          </button>
        </p>
      ) : null}
      {open ? (
        <Dialog
          open
          onClose={close}
          aria-labelledby={id}
          slotProps={{ paper: { className: 'dialog wide-dialog' } }}
        >
          <header>
            <h2 id={id} className="grow">
              {t('connections.held.title')}
            </h2>
            <IconButton label={t('shell.close')} icon={X} onClick={close} />
          </header>
          <ul className="body scroll cx-parked">
            {held.map((one) => (
              <li key={one.id}>
                <p className="row">
                  <Link to={`/tickets/${one.ticketId}`} className="grow" onClick={close}>
                    {one.contact.name}
                  </Link>
                  <span className="muted num">{t('connections.held.until', { at: moment(one.until) })}</span>
                </p>
                <p className="muted">
                  {t(`connections.held.reason.${one.reason}`)} · {one.connection.name}
                </p>
              </li>
            ))}
            {held.length === 0 ? <li className="muted">{t('connections.held.none')}</li> : null}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
};
