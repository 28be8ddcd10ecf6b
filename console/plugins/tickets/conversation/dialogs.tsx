import { useLocation, useNavigate } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { ConfirmDialog } from '../../../shell/ui/confirm-dialog.tsx';
import { NewTicketDialog, TransferDialog } from '../lazy-dialogs.tsx';
import { ownChange } from '../live-cache/own-changes.ts';
import type { useMessageActions } from '../message/use-message-actions.ts';
import { Versions } from '../message/versions.tsx';
import { deleteTicket } from '../ticket/calls.ts';

/** What is to become of the ticket, once it is confirmed. */
export type TicketDialog = 'transfer' | 'delete';

interface TicketDialogsProps {
  readonly ticket: TicketView;
  readonly dialog: TicketDialog | undefined;
  readonly onClose: () => void;
}

/** The ticket is handed over, or deleted. */
export function TicketDialogs({ ticket, dialog, onClose }: TicketDialogsProps) {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useLocation();
  const remove = async () => {
    const done = ownChange(ticket.id);
    try {
      await deleteTicket(ticket.id);
    } finally {
      done();
    }
    notify.success('tickets.deleted', { values: { protocol: ticket.protocol } });
    await navigate({ pathname: '/tickets', search });
  };
  return (
    <>
      {dialog === 'transfer' ? <TransferDialog ticket={ticket} onClose={onClose} /> : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t('tickets.delete.title', { protocol: ticket.protocol })}
        text={t('tickets.delete.text', { name: ticket.contact.name })}
        action={t('tickets.delete.confirm')}
        onConfirm={remove}
        onClose={onClose}
      />
    </>
  );
}

/** What is asked of one message: that it is deleted, its versions, a conversation with the contact it carries. */
export function MessageDialogs({ doing }: { readonly doing: ReturnType<typeof useMessageActions> }) {
  const t = useT();
  const { deleting, versions, talkTo } = doing;
  return (
    <>
      <ConfirmDialog
        open={deleting !== undefined}
        title={t('tickets.message.confirmDelete.title')}
        text={t('tickets.message.confirmDelete.text')}
        action={t('tickets.message.delete')}
        onConfirm={() => (deleting === undefined ? undefined : doing.remove(deleting))}
        onClose={doing.endDeleting}
      />
      {versions === undefined ? null : <Versions shown={versions} onClose={doing.endVersions} />}
      {talkTo === undefined ? null : <NewTicketDialog contact={talkTo} onClose={doing.endTalk} />}
    </>
  );
}
