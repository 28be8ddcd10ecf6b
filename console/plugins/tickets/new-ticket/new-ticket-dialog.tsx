import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../shell/api.ts';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { Combobox } from '../../../shell/ui/combobox.tsx';
import { Field } from '../../../shell/ui/field.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { ContactFields } from '../../contacts/offers/fields.ts';
import { useConnections, useQueues, useUsers, useViewer } from '../list/use-lists.ts';
import { patchAnswer } from '../live-cache/patch.ts';
import { createTicket } from '../ticket/calls.ts';
import { ContactPicker, type PickedContact } from './contact-picker.tsx';
import { NoNumberNotice } from './no-number-notice.tsx';
import { type OpenElsewhere, OwnerNotice, openElsewhere } from './owner-notice.tsx';
import { QueueField } from './queue-field.tsx';
import { useNewContact } from './use-new-contact.ts';

export interface NewTicketProps {
  readonly onClose: () => void;
  /** Whom it is with, when that is known already. */
  readonly contact?: PickedContact;
}

/** Starts a conversation with a contact, who may be created here. A ticket that is open already is named instead. */
export function NewTicketDialog({ onClose, contact: given }: NewTicketProps) {
  const t = useT();
  const cache = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { user, scope, can } = useSession();
  const attempt = useAttempt();
  const queues = useQueues().filter((one) => scope.queueIds === 'all' || scope.queueIds.includes(one.id));
  const users = useUsers();
  const connections = useConnections();
  const [contact, setContact] = useState<PickedContact | null>(given ?? null);
  const creation = useNewContact();
  const [queueId, setQueueId] = useState<string | null>(
    user.queues.length === 1 ? (user.queues[0]?.id ?? null) : null,
  );
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [userId, setUserId] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ contact?: string; queue?: string }>({});
  const [other, setOther] = useState<OpenElsewhere>();
  const [noNumber, setNoNumber] = useState(false);
  const [busy, setBusy] = useState(false);
  const withoutQueue = can('tickets:withoutQueue');

  const clear = () => {
    setErrors({});
    setOther(undefined);
    setNoNumber(false);
  };
  const open = async (ticketId: string) => {
    onClose();
    await navigate({ pathname: `/tickets/${ticketId}`, search });
  };
  const start = async (picked: PickedContact) => {
    const asked = {
      contactId: picked.id,
      queueId,
      ...(connectionId !== null && { connectionId }),
      userId: userId ?? user.id,
      status: 'open' as const,
    };
    const ticket = await createTicket(asked, attempt(asked));
    patchAnswer(cache, viewer, ticket);
    if (ticket.userId === user.id) return open(ticket.id);
    notify.success('tickets.newDialog.opened', { values: { name: ticket.user?.name ?? '' } });
    onClose();
  };
  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'ERR_NO_DEF_WAPP_FOUND') setNoNumber(true);
    else notifyError(error);
  };
  const submit = async () => {
    const needed = {
      ...(contact === null && creation.values === undefined
        ? { contact: t('tickets.newDialog.contactRequired') }
        : contact?.number === '' && { contact: t('tickets.newDialog.noNumber') }),
      ...(queueId === null && !withoutQueue && { queue: t('tickets.newDialog.queueRequired') }),
    };
    setErrors(needed);
    setOther(undefined);
    setNoNumber(false);
    if (Object.keys(needed).length > 0) return;
    setBusy(true);
    try {
      const picked = contact ?? (await creation.save());
      if (picked !== undefined) {
        // Created once: whatever refuses the ticket, the contact stays chosen.
        setContact(picked);
        creation.end();
        await start(picked);
      }
    } catch (error) {
      const found = openElsewhere(error);
      // The agent's own ticket with this contact is what they look for.
      if (found?.user?.id === user.id) await open(found.id);
      else if (found === undefined) refuse(error);
      else setOther(found);
    }
    setBusy(false);
  };
  return (
    <FormDialog
      title={t('tickets.new')}
      submit={t('tickets.newDialog.submit')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {creation.values === undefined ? (
        <ContactPicker
          value={contact}
          error={errors.contact}
          onChange={(chosen) => {
            clear();
            setContact(chosen);
          }}
          onCreate={(typed) => {
            clear();
            creation.begin(typed);
          }}
        />
      ) : (
        <>
          <button type="button" className="btn btn-link form-dialog-back" onClick={creation.end}>
            <ArrowLeft size={16} aria-hidden="true" />
            {t('tickets.newDialog.changeContact')}
          </button>
          <ContactFields
            values={creation.values}
            errors={creation.errors}
            onChange={creation.change}
            focus={creation.values.name === '' ? 'name' : 'number'}
          />
        </>
      )}
      <QueueField
        queues={queues}
        value={queueId}
        optional={withoutQueue}
        error={errors.queue}
        onChange={(id) => {
          clear();
          setQueueId(id);
        }}
      />
      <div className="form-dialog-pair">
        <Field label={t('tickets.newDialog.connection')} optional>
          {(field) => (
            <Combobox
              field={field}
              options={connections}
              value={connections.find((one) => one.id === connectionId) ?? null}
              onChange={(chosen) => {
                clear();
                setConnectionId(chosen?.id ?? null);
              }}
              keyOf={(one) => one.id}
              labelOf={(one) => one.name}
              placeholder={t('tickets.newDialog.connectionDefault')}
              empty={t('tickets.newDialog.noConnection')}
            />
          )}
        </Field>
        <Field label={t('tickets.transfer.user')} optional>
          {(field) => (
            <Combobox
              field={field}
              options={users.filter((one) => one.id !== user.id)}
              value={users.find((one) => one.id === userId) ?? null}
              onChange={(chosen) => {
                clear();
                setUserId(chosen?.id ?? null);
              }}
              keyOf={(one) => one.id}
              labelOf={(one) => one.name}
              placeholder={t('tickets.newDialog.me')}
              empty={t('tickets.transfer.none')}
            />
          )}
        </Field>
      </div>
      {noNumber ? <NoNumberNotice onLeave={onClose} /> : null}
      {other === undefined ? null : <OwnerNotice other={other} onOpen={(id) => void open(id)} />}
    </FormDialog>
  );
}
