import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ContactView } from '../../../contract/contact.ts';
import { useT } from '../../shell/i18n.ts';
import { errorText, notify, notifyError } from '../../shell/notify.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { listContacts, mergeContacts, unmergeContact } from './data/calls.ts';
import { phone } from './offers/phone.ts';

const shownAtOnce = 6;

interface Props {
  readonly contact: ContactView;
  /** `gone`: the one that is part of the other now. */
  readonly onMerged: (merged: ContactView, gone: string) => void;
  /** They were two after all. */
  readonly onUnmerged: (kept: ContactView, restored: ContactView) => void;
  readonly onClose: () => void;
}

const Who = ({ contact }: { readonly contact: ContactView }) => (
  <>
    <Avatar name={contact.name} id={contact.id} size={32} src={contact.profilePicUrl} />
    <span className="grow grid">
      <span className="trunc">{contact.name}</span>
      <small className="num trunc subtle">{phone(contact.number)}</small>
    </span>
  </>
);

/** The first step: who else that is, sought by name, number or e-mail. */
const OtherSearch = ({
  contact,
  onChoose,
}: {
  readonly contact: ContactView;
  readonly onChoose: (other: ContactView) => void;
}) => {
  const t = useT();
  const [search, setSearch] = useState('');
  const { data, error, isFetching } = useQuery({
    queryKey: ['contacts', 'merge', search],
    queryFn: ({ signal }) => listContacts({ search, dateStart: '', dateEnd: '' }, 1, signal),
    enabled: search !== '',
  });
  const foundContacts = (search === '' ? [] : (data?.contacts ?? []))
    .filter((one) => one.id !== contact.id && !one.isGroup)
    .slice(0, shownAtOnce);
  const note = (): ReactNode => {
    if (search === '' || foundContacts.length > 0) return null;
    if (error !== null) return errorText(error);
    return t(isFetching ? 'shell.loading' : 'contacts.merge.nobody');
  };
  return (
    <>
      <SearchField className="full fixed" label={t('contacts.merge.search')} autoFocus onSearch={setSearch} />
      <ul className="ct-merge-list grid" aria-busy={isFetching}>
        {foundContacts.map((one) => (
          <li key={one.id}>
            <button className="pick row gap-12 full r-md left" type="button" onClick={() => onChoose(one)}>
              <Who contact={one} />
            </button>
          </li>
        ))}
      </ul>
      <p className="muted" role="status">
        {note()}
      </p>
    </>
  );
};

/** Joins a contact with another one that is the same person: which, and by whose name. */
export const MergeDialog = ({ contact, onMerged, onUnmerged, onClose }: Props) => {
  const t = useT();
  const id = useId();
  const [other, setOther] = useState<ContactView>();
  const [named, setNamed] = useState(contact.id);
  const [busy, setBusy] = useState(false);
  const undo = async (into: string, gone: string) => {
    try {
      const { kept, restored } = await unmergeContact(into, gone);
      onUnmerged(kept, restored);
      notify.success('contact.merged.undone');
    } catch (error) {
      notifyError(error);
    }
  };
  const merge = async () => {
    if (other === undefined) return;
    setBusy(true);
    try {
      const merged = await mergeContacts(contact.id, other.id, named);
      const gone = merged.id === contact.id ? other.id : contact.id;
      notify.success('contacts.merge.done', {
        actions: [{ label: 'contact.merged.undo', run: () => void undo(merged.id, gone) }],
      });
      onMerged(merged, gone);
      onClose();
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <TitledDialog
      look="page"
      title={t('contacts.merge.title', { name: contact.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button
            variant="contained"
            disabled={other === undefined || busy}
            aria-busy={busy}
            onClick={() => void merge()}
          >
            {t('contacts.merge.do')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('contacts.merge.text')}</p>
      {other === undefined ? (
        <OtherSearch contact={contact} onChoose={setOther} />
      ) : (
        <>
          <fieldset className="ct-merge-list grid">
            <legend className="px-8 medium mb-8">{t('contacts.merge.name')}</legend>
            {[contact, other].map((one) => (
              <label className="pick row gap-12 full r-md press" key={one.id}>
                <input
                  type="radio"
                  name={id}
                  // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, the next question is here
                  autoFocus={named === one.id}
                  checked={named === one.id}
                  onChange={() => setNamed(one.id)}
                />
                <Who contact={one} />
              </label>
            ))}
          </fieldset>
          <Button
            variant="link"
            className="self-start"
            disabled={busy}
            onClick={() => {
              setOther(undefined);
              setNamed(contact.id);
            }}
          >
            <ArrowLeft size={14} aria-hidden="true" />
            {t('contacts.merge.back')}
          </Button>
        </>
      )}
    </TitledDialog>
  );
};
