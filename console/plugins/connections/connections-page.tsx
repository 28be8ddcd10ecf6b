import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { channelOf } from '../../../channels/known.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { api } from '../../shell/api.ts';
import { channelName } from '../../shell/channels.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { Slot } from '../../shell/slot.tsx';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { Attention } from './attention.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import './connections.css';
import { HeldNotice } from './held.tsx';
import { ParkedNotice } from './parked.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { SessionActions } from './session-actions.tsx';
import { shownNumber } from './shown-number.ts';
import { Status } from './status.tsx';

type Open =
  | { readonly kind: 'edit'; readonly connection: ConnectionView | undefined }
  | { readonly kind: 'qr' | 'remove' | 'disconnect'; readonly connection: ConnectionView };

/** Returns what writes an instant as dd/MM/yy HH:mm in the company's time zone, in every language. */
const useMoment = (): ((at: string) => string) => {
  const { timeZone } = useSession().user.company;
  const format = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  return (at) => format.format(new Date(at)).replace(',', '');
};

interface RowProps {
  readonly connection: ConnectionView;
  readonly moment: (at: string) => string;
  readonly setOpen: (open: Open) => void;
}

/** A line of the list; on a phone a card. */
function Row({ connection, moment, setOpen }: RowProps) {
  const t = useT();
  const { can } = useSession();
  return (
    <tr>
      <td>
        <b>{connection.name}</b>
        <small className="hint block">{channelName(t, connection.channel)}</small>
      </td>
      <td className="num nowrap" data-label={t('connections.col.number')}>
        {shownNumber(connection.number)}
        {connection.formerNumber === undefined ? null : (
          <small className="hint block">
            {t('connections.formerNumber', {
              number: shownNumber(connection.formerNumber.number),
              at: moment(connection.formerNumber.until),
            })}
          </small>
        )}
      </td>
      <td>
        <Status connection={connection} moment={moment} />
      </td>
      <td>
        <SessionActions
          connection={connection}
          onQr={() => setOpen({ kind: 'qr', connection })}
          onDisconnect={() => setOpen({ kind: 'disconnect', connection })}
        />
        <Slot name="connection.action" props={{ connection }} />
      </td>
      <td className="num nowrap" data-label={t('connections.col.updatedAt')}>
        {moment(connection.updatedAt)}
      </td>
      <td data-label={t('connections.col.default')}>
        {connection.isDefault ? <Check size={18} role="img" aria-label={t('connections.default')} /> : null}
      </td>
      <td className="deeds nowrap">
        {can('connections-page:editOrDeleteConnection') ? (
          <>
            <IconButton
              label={t('connections.edit', { name: connection.name })}
              icon={Pencil}
              onClick={() => setOpen({ kind: 'edit', connection })}
            />
            <IconButton
              label={t('connections.remove', { name: connection.name })}
              icon={Trash2}
              onClick={() => setOpen({ kind: 'remove', connection })}
            />
          </>
        ) : null}
      </td>
    </tr>
  );
}

const restart = async () => {
  notify.info('connections.restarting');
  try {
    await api('/whatsapp-restart', { method: 'POST' });
  } catch (failure) {
    notifyError(failure);
  }
};

export const ConnectionsPage = () => {
  const t = useT();
  const cache = useQueryClient();
  const { can } = useSession();
  const moment = useMoment();
  const { data, error, refetch } = useQuery(connectionsQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const reload = () => cache.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  // The dialog follows the list: what the feed says of a connection is shown in it at once.
  const subject = open?.connection && (data?.find(({ id }) => id === open.connection?.id) ?? open.connection);
  const add = can('connections-page:addConnection') ? (
    <Button variant="contained" onClick={() => setOpen({ kind: 'edit', connection: undefined })}>
      <Plus size={16} aria-hidden="true" />
      <span>{t('connections.new')}</span>
    </Button>
  ) : undefined;
  return (
    <section className="page scroll">
      <PageHeader title={t('connections.title')} {...(data && { count: data.length })}>
        {data?.length === 0 ? null : (
          <Button variant="outlined" onClick={restart}>
            <RefreshCw size={16} aria-hidden="true" />
            {t('connections.restart')}
          </Button>
        )}
        {add}
      </PageHeader>
      <Attention leads={false} />
      {can('connections-page:actionButtons') ? (
        <>
          <HeldNotice moment={moment} />
          <ParkedNotice moment={moment} />
        </>
      ) : null}
      <div className="card fixed scrolls">
        {error !== null ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {data === undefined && error === null ? <SkeletonRows rows={3} /> : null}
        {data?.length === 0 ? (
          <EmptyState title={t('connections.empty.title')} text={t('connections.empty.text')} action={add} />
        ) : null}
        {data !== undefined && data.length > 0 ? (
          <CardTable below={700}>
            <thead>
              <tr>
                {(['name', 'number', 'status', 'session', 'updatedAt', 'default'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`connections.col.${column}`)}
                  </th>
                ))}
                <th scope="col">
                  <span className="vh">{t('connections.col.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((connection) => (
                <Row key={connection.id} connection={connection} moment={moment} setOpen={setOpen} />
              ))}
            </tbody>
          </CardTable>
        ) : null}
      </div>
      {open?.kind === 'edit' ? (
        <ConnectionDialog
          connection={open.connection}
          close={close}
          onSaved={async (connection) => {
            await reload();
            // A new number is of no use before its phone has read the code.
            const unpaired =
              open.connection === undefined && channelOf(connection.channel)?.pairing.includes('qr') === true;
            setOpen(unpaired ? { kind: 'qr', connection } : undefined);
          }}
        />
      ) : null}
      {open?.kind === 'qr' && subject ? <QrDialog connection={subject} close={close} /> : null}
      {subject && (open?.kind === 'remove' || open?.kind === 'disconnect') ? (
        <ConfirmDialog
          open
          title={t(`connections.${open.kind}.title`, { name: subject.name })}
          text={t(`connections.${open.kind}.text`)}
          action={t(open.kind === 'remove' ? 'shell.delete' : 'connections.disconnect')}
          onClose={close}
          onConfirm={async () => {
            await api(open.kind === 'remove' ? `/whatsapp/${subject.id}` : `/whatsappsession/${subject.id}`, {
              method: 'DELETE',
            });
            await reload();
          }}
        />
      ) : null}
    </section>
  );
};
