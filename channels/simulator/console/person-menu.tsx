import Popover from '@mui/material/Popover';
import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../../console/shell/i18n.ts';
import { Avatar } from '../../../console/shell/ui/avatar.tsx';
import { usePopup } from '../../../console/shell/ui/use-popup.ts';
import type { Customer } from './calls.ts';
import { NewPerson } from './new-person.tsx';
import { digits, shownNumber } from './number.ts';
import { useNumbers } from './use-phone.ts';

interface Props {
  readonly connectionId: string;
  readonly contact: Customer;
  readonly customer: Customer;
  readonly onPick: (customer: Customer) => void;
}

/** Whose phone it is: the ticket's contact, another that has a chat, or somebody new. */
export const PersonMenu = ({ connectionId, contact, customer, onPick }: Props) => {
  const t = useT();
  const id = useId();
  const { isOpen, close, button, popup } = usePopup('dialog');
  const known = useNumbers(connectionId, isOpen);
  const otherNumbers = known.filter((one) => one !== digits(contact.number));
  const pick = (one: Customer) => {
    onPick(one);
    close();
  };
  const isCurrent = (one: string) => digits(customer.number) === digits(one);
  return (
    <>
      <button
        type="button"
        className="pick row gap-10 grow p-8 r-md"
        aria-label={t('testPhone.person', { name: customer.name || shownNumber(customer.number) })}
        {...button}
      >
        <Avatar name={customer.name || customer.number} size={28} />
        <span className="col grow lh-16">
          <b className="small trunc">{customer.name || shownNumber(customer.number)}</b>
          <small className="subtle num">{shownNumber(customer.number)}</small>
        </span>
        <ChevronDown className="subtle" size={16} aria-hidden="true" />
      </button>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { className: 'p-16', sx: { width: 308 }, role: 'dialog', 'aria-labelledby': id },
        }}
      >
        <h3 className="small lh-18 mb-8" id={id}>
          {t('testPhone.persons')}
        </h3>
        <ul className="scroll" style={{ maxHeight: 208 }}>
          {[contact, ...otherNumbers.map((one) => ({ number: one, name: '' }))].map((one) => (
            <li key={one.number}>
              <button
                className="pick row gap-10 grow p-8 r-md full"
                type="button"
                aria-current={isCurrent(one.number) ? 'true' : undefined}
                onClick={() => pick(isCurrent(one.number) ? customer : one)}
              >
                <Avatar name={one.name || one.number} size={28} />
                <span className="col grow lh-16">
                  <b className="small trunc">{one.name || shownNumber(one.number)}</b>
                  {one.name === '' ? null : <small className="subtle num">{shownNumber(one.number)}</small>}
                </span>
                {isCurrent(one.number) ? <Check size={16} aria-hidden="true" /> : null}
              </button>
            </li>
          ))}
        </ul>
        <NewPerson onPick={pick} />
      </Popover>
    </>
  );
};
