import Button from '@mui/material/Button';
import { CheckCheck, Phone as Ring, X } from 'lucide-react';
import { useState } from 'react';
import { v7 as newId } from 'uuid';
import { useT } from '../../../console/shell/i18n.ts';
import { notifyError } from '../../../console/shell/notify.ts';
import { Avatar } from '../../../console/shell/ui/avatar.tsx';
import { IconButton } from '../../../console/shell/ui/icon-button.tsx';
import { ErrorState } from '../../../console/shell/ui/states.tsx';
import { type Customer, chatOf, markRead, react, ring, vote } from './calls.ts';
import { Chat } from './chat.tsx';
import { FaultsMenu } from './faults-menu.tsx';
import type { Marking } from './marks.tsx';
import { digits, shownNumber } from './number.ts';
import { setPhoneOpen } from './open-state.ts';
import { PersonMenu } from './person-menu.tsx';
import { useChat } from './use-phone.ts';
import { Writer } from './writer.tsx';

interface Props {
  readonly connection: { readonly id: string; readonly name: string };
  /** The ticket's contact: whose phone it is at first. */
  readonly contact: Customer;
}

/** The customer's side of the conversation: one person can play both. */
export const Phone = ({ connection, contact }: Props) => {
  const t = useT();
  const [customer, setCustomer] = useState(contact);
  const { messages, error, isPending, look } = useChat(connection.id, digits(chatOf(customer)));
  const number = digits(chatOf(customer));
  const unreadCount = messages.filter((message) => message.fromBusiness && message.ack < 4).length;
  const read = () => {
    markRead(connection.id, number).then(look, notifyError);
  };
  const marking: Marking = {
    onReact: ({ id }, emoji) => void react(connection.id, number, id, emoji).then(look, notifyError),
    onVote: ({ id }, choices) => void vote(connection.id, number, id, choices).then(look, notifyError),
  };
  return (
    <aside
      className="tp col fixed shrink-y bg-2 phone-full"
      aria-label={t('testPhone.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) setPhoneOpen(false);
      }}
    >
      <header className="tp-head tk-head row gap-4 fixed bg-1 line-b">
        <PersonMenu connectionId={connection.id} contact={contact} customer={customer} onPick={setCustomer} />
        <IconButton
          label={t('testPhone.ring')}
          icon={Ring}
          disabled={customer.group !== undefined}
          onClick={() => void ring(connection.id, customer, newId()).then(look, notifyError)}
        />
        <FaultsMenu connectionId={connection.id} />
        <IconButton label={t('testPhone.close')} icon={X} onClick={() => setPhoneOpen(false)} />
      </header>
      <div className="ph tp-device col fill at">
        <div className="ph-screen col fill clip bg-page">
          <div className="ph-bar row gap-10 fixed line-b bg-1">
            <Avatar name={connection.name} size={32} />
            <p className="col grow lh-16">
              <b className="small trunc">{connection.name}</b>
              <small className="subtle">{t('testPhone.business')}</small>
            </p>
            <Button size="small" variant="tonal" disabled={unreadCount === 0} onClick={read}>
              <CheckCheck size={16} aria-hidden="true" />
              {unreadCount === 0 ? t('testPhone.allRead') : t('testPhone.read', { smart_count: unreadCount })}
            </Button>
          </div>
          {error === null ? (
            <Chat key={number} messages={messages} waiting={isPending} marking={marking} />
          ) : (
            <div className="tp-none middle grow scroll p-16 small lh-18 muted centered">
              <ErrorState error={error} retry={() => void look()} />
            </div>
          )}
          <Writer key={`w${number}`} connectionId={connection.id} customer={customer} onSent={look} />
        </div>
      </div>
      <p className="p-12-16 fixed caption lh-16 subtle centered">
        {customer.group === undefined
          ? t('testPhone.hint', { number: shownNumber(customer.number) })
          : t('testPhone.hint.group', { number: shownNumber(customer.number), group: customer.group.name })}
      </p>
    </aside>
  );
};
