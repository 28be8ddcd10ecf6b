import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ComboInput } from '../../../shell/form/combo-input.tsx';
import { useT } from '../../../shell/i18n.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { phone } from '../../contacts/offers/phone.ts';
import { type ContactOption, contactOptions, type PickedContact } from './contact-options.ts';
import { useContactSearch } from './use-contact-search.ts';

export type { PickedContact } from './contact-options.ts';

interface Props {
  readonly value: PickedContact | null;
  readonly onChange: (contact: PickedContact | null) => void;
  readonly onCreate: (typed: string) => void;
}

/** Finds a contact from the third letter on; whoever is not there yet may be created. */
export function ContactPicker({ value, onChange, onCreate }: Props) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const { contacts, searching, failed } = useContactSearch(typed);
  const options = contactOptions(typed, contacts, searching);
  const empty = searching
    ? 'tickets.newDialog.searching'
    : failed
      ? 'errors.ERR_NETWORK'
      : 'tickets.newDialog.contactHint';
  return (
    <ComboInput<ContactOption>
      name="contact"
      label={t('tickets.newDialog.contact')}
      hint={value === null ? t('tickets.newDialog.contactHint') : phone(value.number)}
      autoFocus={value === null}
      options={options}
      matching={(all) => all}
      value={value === null ? null : { contact: value }}
      onTyped={setTyped}
      onChange={(option) => {
        if (option === null) onChange(null);
        else if ('create' in option) onCreate(option.create);
        else onChange(option.contact);
      }}
      keyOf={(option) => ('create' in option ? 'create' : option.contact.id)}
      labelOf={(option) => ('create' in option ? option.create : option.contact.name)}
      lead={(option) =>
        'create' in option ? null : <Avatar name={option.contact.name} id={option.contact.id} size={24} />
      }
      row={(option) =>
        'create' in option ? (
          <>
            <UserPlus size={18} aria-hidden="true" />
            {t('tickets.newDialog.create', { name: option.create })}
          </>
        ) : (
          <>
            <Avatar name={option.contact.name} id={option.contact.id} size={28} />
            <span className="col grow lh-18">
              <span className="trunc">{option.contact.name}</span>
              <small className="lh-16 muted num">{phone(option.contact.number)}</small>
            </span>
          </>
        )
      }
      empty={t(empty)}
    />
  );
}
