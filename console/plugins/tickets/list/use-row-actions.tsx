import { type ReactNode, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { notifyError } from '../../../shell/notify.ts';
import { useCommands } from '../commands/use-commands.ts';
import { TransferDialog } from '../lazy-dialogs.tsx';
import { peekTicket } from '../ticket/calls.ts';
import type { RowAction } from './offered-actions.ts';
import { PeekDialog } from './peek-dialog.tsx';

/** Returns what the list's actions do, and the dialogs that some of them open. */
export function useRowActions(): {
  readonly act: (ticket: TicketView, action: RowAction) => void;
  readonly dialogs: ReactNode;
} {
  const { accept, reopen, resolve, giveBack, markUnread } = useCommands();
  const [shown, setShown] = useState<{ readonly ticket: TicketView; readonly as: 'peek' | 'transfer' }>();
  const close = () => setShown(undefined);
  const act = (ticket: TicketView, action: RowAction): void => {
    if (action === 'peek') peekTicket(ticket.id).catch(notifyError);
    if (action === 'peek' || action === 'transfer') setShown({ ticket, as: action });
    else void { accept, reopen, resolve, return: giveBack, unread: markUnread }[action](ticket);
  };
  const onAccept = (ticket: TicketView) => () => {
    close();
    void accept(ticket);
  };
  return {
    act,
    dialogs:
      shown === undefined ? null : shown.as === 'transfer' ? (
        <TransferDialog ticket={shown.ticket} onClose={close} />
      ) : (
        <PeekDialog
          ticket={shown.ticket}
          onClose={close}
          onAccept={shown.ticket.status === 'pending' ? onAccept(shown.ticket) : undefined}
        />
      ),
  };
}
