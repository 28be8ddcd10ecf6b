import type { Dispatch, SetStateAction } from 'react';
import type { ContactView } from '../../../contract/contact.ts';
import { useT } from '../../shell/i18n.ts';
import { Slot } from '../../shell/slot.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { deleteContact, eraseContact } from './data/calls.ts';
import { useAnswered } from './data/use-contacts.ts';
import { ErasedDialog } from './erased-dialog.tsx';
import { ContactDialog } from './form/contact-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PersonalDialog } from './personal-dialog.tsx';

export type Open =
  | { readonly is: 'new' }
  | {
      readonly is: 'edit' | 'delete' | 'merge' | 'personal' | 'erase' | 'erased' | 'ticket';
      readonly contact: ContactView;
    };

interface Props {
  readonly open: Open | undefined;
  readonly setOpen: Dispatch<SetStateAction<Open | undefined>>;
}

/** What is open over the list. */
export function ContactDialogs({ open, setOpen }: Props) {
  const t = useT();
  const answered = useAnswered();
  const close = () => setOpen(undefined);
  return (
    <>
      {open?.is === 'new' || open?.is === 'edit' ? (
        <ContactDialog
          // Another contact's form begins with that contact's values.
          key={open.is === 'edit' ? open.contact.id : 'new'}
          contact={open.is === 'edit' ? open.contact : undefined}
          onSaved={(saved) => answered.saved(saved, open.is === 'new')}
          onOpen={(contact) => setOpen({ is: 'edit', contact })}
          onClose={close}
        />
      ) : null}
      {open?.is === 'delete' ? (
        <ConfirmDialog
          open
          title={t('contacts.delete.title', { name: open.contact.name })}
          text={t('contacts.delete.text')}
          onClose={close}
          onConfirm={async () => {
            await deleteContact(open.contact.id);
            answered.deleted(open.contact.id);
          }}
        />
      ) : null}
      {open?.is === 'merge' ? (
        <MergeDialog
          contact={open.contact}
          onMerged={(merged, gone) => {
            answered.deleted(gone);
            answered.saved(merged, false);
          }}
          onUnmerged={(kept, restored) => {
            answered.saved(kept, false);
            answered.saved(restored, true);
          }}
          onClose={close}
        />
      ) : null}
      {open?.is === 'personal' ? (
        <PersonalDialog
          contact={open.contact}
          onErase={() => setOpen({ is: 'erase', contact: open.contact })}
          onClose={close}
        />
      ) : null}
      {open?.is === 'erase' ? (
        <ConfirmDialog
          open
          title={t('contacts.erase.title', { name: open.contact.name })}
          text={t('contacts.erase.text')}
          action={t('contacts.erase.do')}
          typed={open.contact.number || open.contact.name}
          // Closed by being done, what follows is the certificate.
          onClose={() => setOpen((now) => (now?.is === 'erased' ? now : undefined))}
          onConfirm={async () => {
            await eraseContact(open.contact.id, open.contact.number || open.contact.name);
            answered.deleted(open.contact.id);
            setOpen({ is: 'erased', contact: open.contact });
          }}
        />
      ) : null}
      {open?.is === 'erased' ? <ErasedDialog contactId={open.contact.id} onClose={close} /> : null}
      {open?.is === 'ticket' ? (
        <Slot name="conversation.new" props={{ contact: open.contact, onClose: close }} />
      ) : null}
    </>
  );
}
