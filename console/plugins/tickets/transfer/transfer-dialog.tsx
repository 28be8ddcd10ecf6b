import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { Combobox } from '../../../shell/ui/combobox.tsx';
import { Field } from '../../../shell/ui/field.tsx';
import { useColleagues, useQueues, useViewer } from '../list/use-lists.ts';
import { ownChange } from '../live-cache/own-changes.ts';
import { patchAnswer } from '../live-cache/patch.ts';
import { type OpenElsewhere, OwnerNotice, openElsewhere } from '../new-ticket/owner-notice.tsx';
import { QueueField } from '../new-ticket/queue-field.tsx';
import { updateTicket } from '../ticket/calls.ts';
import {
  type Colleague,
  type Destination,
  suggestedUsers,
  unchosen,
  unmoved,
  usersMatching,
  withUser,
} from './transfer.ts';

const dots = { online: 'st', away: 'st away', offline: 'st off' } as const;
/** A face with where its owner is; the words stand beside it. */
function Seated({ user }: { readonly user: Colleague }) {
  return (
    <span className="combo-seat">
      <Avatar name={user.name} id={user.id} size={28} />
      {user.status === undefined ? null : <i className={dots[user.status]} />}
    </span>
  );
}

export interface TransferProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
}

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
  const [to, setTo] = useState<Destination>({ userId: null, queueId: ticket.queueId });
  const [error, setError] = useState<{ queue?: string; user?: string }>({});
  const [busy, setBusy] = useState(false);
  /** A closed ticket opens again where it goes: its contact may have another by now. */
  const [other, setOther] = useState<OpenElsewhere>();
  const user = users.find((one) => one.id === to.userId) ?? null;

  const choose = (next: Destination) => {
    setTo(next);
    setError({});
    setOther(undefined);
  };
  const submit = async () => {
    if (to.queueId === null) return setError({ queue: t('tickets.newDialog.queueRequired') });
    if (unchosen(ticket, to)) return setError({ user: t('tickets.transfer.unchosen') });
    if (unmoved(ticket, to)) return setError({ user: t('tickets.transfer.same') });
    setBusy(true);
    const done = ownChange(ticket.id);
    try {
      patchAnswer(cache, viewer, await updateTicket(ticket.id, to));
      const queue = queues.find((one) => one.id === to.queueId)?.name ?? '';
      notify.success(user === null ? 'tickets.transferred.queue' : 'tickets.transferred.user', {
        values: { queue, name: user?.name ?? '' },
      });
      onClose();
      // Handed over from the list while another conversation is open: that one stays.
      if (shown === ticket.id) await navigate({ pathname: '/tickets', search });
    } catch (refused) {
      setBusy(false);
      const found = openElsewhere(refused);
      if (found === undefined) notifyError(refused);
      else setOther(found);
    } finally {
      done();
    }
  };
  return (
    <FormDialog
      title={t('tickets.transfer.title')}
      submit={t('tickets.transfer.submit')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="form-dialog-about">
        <Avatar name={ticket.contact.name} id={ticket.contactId} size={28} />
        <b className="trunc">{ticket.contact.name}</b>
        <span className="subtle">#{ticket.protocol}</span>
      </p>
      <Field
        label={t('tickets.transfer.user')}
        optional
        error={error.user}
        hint={user === null ? t('tickets.transfer.userHint') : undefined}
      >
        {(field) => (
          <Combobox
            field={field}
            autoFocus
            options={suggestedUsers(users, to.queueId, ticket)}
            matching={(some, typed) => usersMatching(users, some, typed, ticket)}
            value={user}
            onChange={(chosen) => choose(withUser(to, chosen))}
            keyOf={(one) => one.id}
            labelOf={(one) => one.name}
            lead={(one) => <Avatar name={one.name} id={one.id} size={24} />}
            row={(one) => (
              <>
                <Seated user={one} />
                <span className="combo-option-text">
                  <span className="trunc">{one.name}</span>
                  <small className="trunc">
                    {[
                      one.status && t(`tickets.seat.${one.status}`),
                      one.queues?.map(({ name }) => name).join(', '),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
              </>
            )}
            placeholder={t('tickets.transfer.nobody')}
            empty={t('tickets.transfer.none')}
          />
        )}
      </Field>
      <QueueField
        queues={queues}
        value={to.queueId}
        onChange={(queueId) => choose({ ...to, queueId })}
        error={error.queue}
      />
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
