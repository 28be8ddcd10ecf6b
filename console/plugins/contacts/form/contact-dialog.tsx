import Button from '@mui/material/Button';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ContactView } from '../../../../contract/contact.ts';
import { ApiError } from '../../../shell/api.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { FormDialog } from '../../../shell/ui/form-dialog.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { createContact, updateContact } from './calls.ts';
import { ContactFields } from './contact-fields.tsx';
import { checkContact, emptyContact, type FieldCodes, refusedFields, valuesOf } from './contact-form.ts';

export interface ContactDialogProps {
  /** The one to correct; absent: a new one. */
  readonly contact?: ContactView | undefined;
  /** What is there now: the answer, for caches that the feed reaches later. */
  readonly onSaved: (contact: ContactView) => void;
  readonly onClose: () => void;
  /** Offered when a new contact's number is somebody's already. */
  readonly onOpen?: (existing: ContactView) => void;
}

/** Adds or corrects a contact; a refused field says why, and what was typed stays. */
export const ContactDialog = ({ contact, onSaved, onClose, onOpen }: ContactDialogProps) => {
  const t = useT();
  const attempt = useAttempt();
  const [values, setValues] = useState(() => (contact === undefined ? emptyContact : valuesOf(contact)));
  const [errors, setErrors] = useState<FieldCodes>({});
  const [existing, setExisting] = useState<ContactView>();
  const [busy, setBusy] = useState(false);
  /** Undefined when nothing was saved, and the dialog says why. */
  const save = async (): Promise<ContactView | undefined> => {
    if (contact !== undefined) return updateContact(contact.id, values);
    const answer = await createContact(values, attempt(values));
    if (answer.invalido === true) setErrors({ number: 'outside' });
    else if (answer.existingContact === undefined) return answer;
    else {
      setErrors({ number: 'duplicate' });
      setExisting(answer.existingContact);
    }
    return undefined;
  };
  const submit = async () => {
    const wrong = checkContact(values, contact);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const saved = await save();
      if (saved !== undefined) {
        onSaved(saved);
        notify.success('contact.saved');
        onClose();
      }
    } catch (error) {
      const refused = error instanceof ApiError ? refusedFields(error) : undefined;
      if (refused === undefined) notifyError(error);
      else setErrors(refused);
    }
    setBusy(false);
  };
  return (
    <FormDialog
      title={t(contact === undefined ? 'contact.new' : 'contact.edit')}
      submit={t('shell.save')}
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
          setExisting(undefined);
          setValues(next);
        }}
      />
      {existing === undefined ? null : (
        <div className="form-notice" role="alert">
          <CircleAlert size={18} aria-hidden="true" />
          <div className="grow">
            <b>{t('contact.exists.title', { name: existing.name })}</b>
            <p>{t('contact.exists.text')}</p>
          </div>
          {onOpen === undefined ? null : (
            <Button variant="outlined" onClick={() => onOpen(existing)}>
              {t('contact.exists.open')}
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  );
};
