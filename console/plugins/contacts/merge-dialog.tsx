import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ContactView } from '../../../domain/views/index.ts';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { phone } from '../../shell/phone.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { listContacts, mergeContacts } from './data/calls.ts';

const shownAtOnce = 6;

interface Props {
  readonly contact: ContactView;
  /** `gone`: the one that is part of the other now. */
  readonly onMerged: (merged: ContactView, gone: string) => void;
  readonly onClose: () => void;
}

/** Joins a contact with another one that is the same person: which, and by whose name. */
export const MergeDialog = ({ contact, onMerged, onClose }: Props) => {
  const t = useT();
  const id = useId();
  const [search, setSearch] = useState('');
  const [other, setOther] = useState<ContactView>();
  const [named, setNamed] = useState(contact.id);
  const [busy, setBusy] = useState(false);
  const { data, isFetching } = useQuery({
    queryKey: ['contacts', 'merge', search],
    queryFn: ({ signal }) => listContacts({ search, dateStart: '', dateEnd: '' }, 1, signal),
    enabled: search !== '',
  });
  const found = (search === '' ? [] : (data?.contacts ?? []))
    .filter((one) => one.id !== contact.id && !one.isGroup)
    .slice(0, shownAtOnce);
  const merge = async () => {
    if (other === undefined) return;
    setBusy(true);
    try {
      const merged = await mergeContacts(contact.id, other.id, named);
      notify.success('contacts.merge.done');
      onMerged(merged, merged.id === contact.id ? other.id : contact.id);
      onClose();
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} slotProps={{ paper: { className: 'dialog' } }}>
      <header>
        <h2 id={id}>{t('contacts.merge.title', { name: contact.name })}</h2>
      </header>
      <div className="body ct-merge-body">
        <p className="muted">{t('contacts.merge.text')}</p>
        {other === undefined ? (
          <>
            <SearchField
              className="ct-merge-search"
              label={t('contacts.merge.search')}
              initial=""
              onSearch={setSearch}
            />
            <ul className="ct-merge-list" aria-busy={isFetching}>
              {found.map((one) => (
                <li key={one.id}>
                  <button type="button" onClick={() => setOther(one)}>
                    <Avatar name={one.name} id={one.id} size={32} src={one.profilePicUrl} />
                    <span className="grow">
                      <span className="trunc">{one.name}</span>
                      <small className="num trunc">{phone(one.number)}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {search !== '' && data !== undefined && found.length === 0 ? (
              <p className="muted" role="status">
                {t('contacts.merge.nobody')}
              </p>
            ) : null}
          </>
        ) : (
          <fieldset className="ct-merge-names">
            <legend>{t('contacts.merge.name')}</legend>
            {[contact, other].map((one) => (
              <label key={one.id}>
                <input type="radio" name={id} checked={named === one.id} onChange={() => setNamed(one.id)} />
                <span className="grow">
                  <span className="trunc">{one.name}</span>
                  <small className="num trunc">{phone(one.number)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <footer>
        <button type="button" className="btn btn-text" onClick={onClose}>
          {t('shell.cancel')}
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={other === undefined || busy}
          aria-busy={busy}
          onClick={() => void merge()}
        >
          {t('contacts.merge.do')}
        </button>
      </footer>
    </Dialog>
  );
};
