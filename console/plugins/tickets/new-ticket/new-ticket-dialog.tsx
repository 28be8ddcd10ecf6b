import Button from '@mui/material/Button';
import { ArrowLeft } from 'lucide-react';
import { ComboInput } from '../../../shell/form/combo-input.tsx';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { ContactFields } from '../../contacts/offers/fields.ts';
import { useConnections, useQueues, useUsers } from '../list/use-lists.ts';
import { ContactPicker, type PickedContact } from './contact-picker.tsx';
import { NoNumberNotice } from './no-number-notice.tsx';
import { OwnerNotice } from './owner-notice.tsx';
import { QueueField } from './queue-field.tsx';
import type { useNewContact } from './use-new-contact.ts';
import { useNewTicket } from './use-new-ticket.ts';

export interface NewTicketProps {
  readonly onClose: () => void;
  /** Whom it is with, when that is known already. */
  readonly contact?: PickedContact;
}

/** The contact that is created with the ticket. */
function NewContactFields({ creation }: { readonly creation: ReturnType<typeof useNewContact> }) {
  const t = useT();
  const { values, errors, change, end } = creation;
  if (values === undefined) return null;
  return (
    <>
      <Button variant="link" className="form-dialog-back self-start" onClick={end}>
        <ArrowLeft size={16} aria-hidden="true" />
        {t('tickets.newDialog.changeContact')}
      </Button>
      <ContactFields
        values={values}
        errors={errors}
        onChange={change}
        focus={values.name === '' ? 'name' : 'number'}
      />
    </>
  );
}

/** By which number, and for whom, where that is not left open. */
function ConnectionAndUser() {
  const t = useT();
  const { user } = useSession();
  return (
    <div className="grid gap-12 two phone-one">
      <ComboInput
        name="connectionId"
        label={t('tickets.newDialog.connection')}
        optional
        options={useConnections()}
        keyOf={(one) => one.id}
        labelOf={(one) => one.name}
        placeholder={t('tickets.newDialog.connectionDefault')}
        empty={t('tickets.newDialog.noConnection')}
      />
      <ComboInput
        name="userId"
        label={t('tickets.transfer.user')}
        optional
        options={useUsers().filter((one) => one.id !== user.id)}
        keyOf={(one) => one.id}
        labelOf={(one) => one.name}
        placeholder={t('tickets.newDialog.me')}
        empty={t('tickets.transfer.none')}
      />
    </div>
  );
}

/** Starts a conversation with a contact, who may be created here. A ticket that is open already is named instead. */
export function NewTicketDialog({ onClose, contact }: NewTicketProps) {
  const t = useT();
  const { scope } = useSession();
  const queues = useQueues().filter((one) => scope.queueIds === 'all' || scope.queueIds.includes(one.id));
  const { form, busy, onSubmit, creation, obstacle, open, withoutQueue } = useNewTicket({ contact, onClose });
  return (
    <FormDialog
      title={t('tickets.new')}
      submit={t('tickets.newDialog.submit')}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {creation.values === undefined ? (
        <ContactPicker
          value={form.watch('contact')}
          onChange={(chosen) => form.setValue('contact', chosen)}
          onCreate={(typed) => {
            form.setValue('contact', null);
            creation.begin(typed);
          }}
        />
      ) : (
        <NewContactFields creation={creation} />
      )}
      <QueueField queues={queues} optional={withoutQueue} />
      <ConnectionAndUser />
      {obstacle === undefined ? null : obstacle === 'noNumber' ? (
        <NoNumberNotice onLeave={onClose} />
      ) : (
        <OwnerNotice other={obstacle} onOpen={(id) => void open(id)} />
      )}
    </FormDialog>
  );
}
