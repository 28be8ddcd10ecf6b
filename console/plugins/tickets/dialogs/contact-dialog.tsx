import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactView } from '../../../../domain/views/index.ts';
import { ApiError } from '../../../shell/api.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { updateContact } from '../data/calls.ts';
import { patchContact } from '../data/patch.ts';
import { checkContact, type FieldCodes, refusedFields, valuesOf } from '../model/contact-form.ts';
import { ContactFields } from './contact-fields.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface Props {
  readonly contact: ContactView;
  readonly onClose: () => void;
}

/** Corrects a contact; a refused field says why, and what was typed stays. */
export const ContactDialog = ({ contact, onClose }: Props) => {
  const t = useT();
  const cache = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(contact));
  const [errors, setErrors] = useState<FieldCodes>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const wrong = checkContact(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      patchContact(cache, await updateContact(contact.id, { ...values, email: values.email.trim() }));
      notify.success('tickets.contact.saved');
      onClose();
    } catch (error) {
      setBusy(false);
      const refused = error instanceof ApiError ? refusedFields(error) : undefined;
      if (refused === undefined) notifyError(error);
      else setErrors(refused);
    }
  };
  return (
    <DialogFrame
      title={t('tickets.contact.edit')}
      submit={t('tickets.save')}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ContactFields
        values={values}
        errors={errors}
        extra
        focus="name"
        onChange={(next) => {
          setErrors({});
          setValues(next);
        }}
      />
    </DialogFrame>
  );
};
