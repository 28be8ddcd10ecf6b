import { type ReactNode, useEffect, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { ApiError } from '../../../shell/api.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useCommands } from '../commands/use-commands.ts';
import { useTicket } from '../conversation/use-conversation.ts';
import { TransferDialog } from '../lazy-dialogs.tsx';
import { isOwnChange } from '../live-cache/own-changes.ts';
import { peekTicket } from '../ticket/calls.ts';
import type { RowAction } from './offered-actions.ts';
import { PeekDialog } from './peek-dialog.tsx';

interface Shown {
  /** As its row had it when the dialog was opened. */
  readonly ticket: TicketView;
  readonly as: 'peek' | 'transfer';
}

interface RowDialogProps {
  readonly shown: Shown;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onClose: () => void;
}

/** A look at a ticket, or where it is to go; as it is now: a colleague may accept it, or move it, meanwhile. */
function RowDialog({ shown, onAccept, onClose }: RowDialogProps) {
  const { data: ticket = shown.ticket, error } = useTicket(shown.ticket.id);
  const lost =
    error instanceof ApiError && (error.status === 403 || error.status === 404) ? error : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server says ends it
  useEffect(() => {
    if (lost === undefined || isOwnChange(shown.ticket.id)) return;
    const text = lost.status === 404 ? 'tickets.error.notFound' : 'tickets.error.forbidden';
    notify.error(text, { code: lost.code });
    onClose();
  }, [lost]);
  if (shown.as === 'transfer') return <TransferDialog ticket={ticket} onClose={onClose} />;
  const accept = ticket.status === 'pending' ? () => onAccept(ticket) : undefined;
  return <PeekDialog ticket={ticket} onClose={onClose} onAccept={accept} />;
}

/** Returns what the list's actions do, and the dialogs that some of them open. */
export function useRowActions(): {
  readonly act: (ticket: TicketView, action: RowAction) => void;
  readonly dialogs: ReactNode;
} {
  const { accept, reopen, resolve, giveBack, markUnread } = useCommands();
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const act = (ticket: TicketView, action: RowAction): void => {
    if (action === 'peek') peekTicket(ticket.id).catch(notifyError);
    if (action === 'peek' || action === 'transfer') setShown({ ticket, as: action });
    else void { accept, reopen, resolve, return: giveBack, unread: markUnread }[action](ticket);
  };
  const onAccept = (ticket: TicketView) => {
    close();
    void accept(ticket);
  };
  const dialogs =
    shown === undefined ? null : <RowDialog shown={shown} onAccept={onAccept} onClose={close} />;
  return { act, dialogs };
}
