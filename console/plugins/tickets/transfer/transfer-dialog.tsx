import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import type { TicketView } from '../../../../contract/ticket.ts';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { useSaveForm } from '../../../shell/form/use-save-form.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { useColleagues, useQueues, useViewer } from '../list/use-lists.ts';
import { ownChange } from '../live-cache/own-changes.ts';
import { patchAnswer } from '../live-cache/patch.ts';
import { type OpenElsewhere, OwnerNotice, openElsewhere } from '../new-ticket/owner-notice.tsx';
import { QueueField } from '../new-ticket/queue-field.tsx';
import { updateTicket } from '../ticket/calls.ts';
import { ColleagueField } from './colleague-field.tsx';
import { type Destination, isUnmoved, unchosen } from './transfer.ts';

export interface TransferProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
}

/** Returns where a ticket may go: to a queue, and not to where it is. */
const destinationOf = (ticket: TicketView) =>
  z
    .object({ userId: z.string().nullable(), queueId: z.string().nullable() })
    .superRefine((to: Destination, { addIssue }) => {
      const refuse = (path: keyof Destination, message: string) =>
        addIssue({ code: 'custom', path: [path], message });
      if (to.queueId === null) refuse('queueId', 'tickets.newDialog.queueRequired');
      else if (unchosen(ticket, to)) refuse('userId', 'tickets.transfer.unchosen');
      else if (isUnmoved(ticket, to)) refuse('userId', 'tickets.transfer.same');
    });

/** Hands a ticket to a queue (required) and, if wanted, to one of its agents; without one it waits there. */
export function TransferDialog({ ticket, onClose }: TransferProps) {
  const t = useT();
  const cache = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { id: shown } = useParams();
  const users = useColleagues();
  const queues = useQueues();
  /** A closed ticket opens again where it goes: its contact may have another by now. */
  const [other, setOther] = useState<OpenElsewhere>();
  const { form, busy, onSubmit } = useSaveForm({
    schema: destinationOf(ticket),
    values: { userId: null, queueId: ticket.queueId } as Destination,
    save: async (to) => {
      const onDone = ownChange(ticket.id);
      try {
        patchAnswer(cache, viewer, await updateTicket(ticket.id, to));
        const user = users.find((one) => one.id === to.userId);
        const queue = queues.find((one) => one.id === to.queueId)?.name ?? '';
        notify.success(user === undefined ? 'tickets.transferred.queue' : 'tickets.transferred.user', {
          values: { queue, name: user?.name ?? '' },
        });
        onClose();
        // Handed over from the list while another conversation is open: that one stays.
        if (shown === ticket.id) await navigate({ pathname: '/tickets', search });
      } catch (error) {
        const elsewhere = openElsewhere(error);
        if (elsewhere === undefined) throw error;
        setOther(elsewhere);
      } finally {
        onDone();
      }
    },
  });
  // Said of another choice.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => setOther(undefined) }),
    [form],
  );
  return (
    <FormDialog
      title={t('tickets.transfer.title')}
      submit={t('tickets.transfer.submit')}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p className="row small lh-18">
        <Avatar name={ticket.contact.name} id={ticket.contactId} size={28} />
        <b className="trunc">{ticket.contact.name}</b>
        <span className="subtle">#{ticket.protocol}</span>
      </p>
      <ColleagueField ticket={ticket} users={users} />
      <QueueField queues={queues} />
      {other === undefined ? null : (
        <OwnerNotice
          other={other}
          onOpen={(id) => {
            onClose();
            void navigate({ pathname: `/tickets/${id}`, search });
          }}
        />
      )}
    </FormDialog>
  );
}
