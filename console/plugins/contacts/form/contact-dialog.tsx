import Button from '@mui/material/Button';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ContactView } from '../../../../contract/contact.ts';
import { changesOf } from '../../../shell/form/changes.ts';
import { FormDialog } from '../../../shell/form/form-dialog.tsx';
import { errorCodes, refuse, useSaveForm } from '../../../shell/form/use-save-form.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { createContact, updateContact } from './calls.ts';
import { ContactFields } from './contact-fields.tsx';
import {
  type ContactValues,
  emptyContact,
  type FieldCodes,
  refusedFields,
  valuesOf,
} from './contact-form.ts';
import { contactSchema } from './contact-schema.ts';
import { ContactCampaigns } from './left-campaigns.tsx';
import { MergedContacts } from './merged-contacts.tsx';

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
export function ContactDialog({ contact, onSaved, onClose, onOpen }: ContactDialogProps) {
  const t = useT();
  const attempt = useAttempt();
  const [existing, setExisting] = useState<ContactView>();
  /** Undefined when nothing was saved, and the dialog says why. */
  const create = async (values: ContactValues): Promise<ContactView | undefined> => {
    const answer = await createContact(values, attempt(values));
    if ('invalido' in answer) refuse(saveForm.form, { number: 'outside' });
    else if (answer.existingContact === undefined) return answer;
    else {
      refuse(saveForm.form, { number: 'duplicate' });
      setExisting(answer.existingContact);
    }
    return undefined;
  };
  /** Sent again after a lost answer it is the same change, also where others have undone it since. */
  const update = (id: string, changes: Partial<ContactValues>, seen: ContactValues) =>
    updateContact(id, changes, seen, attempt([changes, seen]));
  const saveForm = useSaveForm({
    schema: contactSchema(contact),
    values: contact === undefined ? emptyContact : valuesOf(contact),
    refusedOf: refusedFields,
    save: async (values, { formState }) => {
      const saved = await (contact === undefined
        ? create(values)
        : update(
            contact.id,
            changesOf(values, formState.defaultValues),
            formState.defaultValues as ContactValues,
          ));
      if (saved === undefined) return;
      onSaved(saved);
      notify.success('contact.saved');
      onClose();
    },
  });
  const { form } = saveForm;
  return (
    <FormDialog
      title={t(contact === undefined ? 'contact.new' : 'contact.edit')}
      {...saveForm}
      onClose={onClose}
    >
      <ContactFields
        values={form.watch()}
        errors={errorCodes(form.formState.errors) as FieldCodes}
        extra
        focus="name"
        onChange={(next) => {
          form.clearErrors();
          setExisting(undefined);
          for (const [name, value] of Object.entries(next)) form.setValue(name as keyof ContactValues, value);
        }}
      />
      {contact === undefined ? null : (
        <>
          <ContactCampaigns contact={contact} onChanged={onSaved} />
          <MergedContacts
            contact={contact}
            // Its fields are others now than those that stand here.
            onUndone={(kept) => {
              onSaved(kept);
              onClose();
            }}
          />
        </>
      )}
      {existing === undefined ? null : (
        <div className="banner r-md" role="alert">
          <CircleAlert size={18} />
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
}
