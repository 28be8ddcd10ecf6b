import { useQueryClient } from '@tanstack/react-query';
import { Copy, PanelRightClose, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { phone } from '../../../shell/phone.ts';
import { Slot } from '../../../shell/slot.tsx';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { patchContact } from '../data/patch.ts';
import { useContact } from '../data/use-contact.ts';
import { useTimes } from '../data/use-times.ts';
import { ContactDialog } from '../dialogs/later.tsx';
import { Members } from './members.tsx';
import { Notes } from './notes.tsx';
import { OtherTickets } from './other-tickets.tsx';
import { TagEditor } from './tag-editor.tsx';

interface Props {
  readonly ticket: TicketView;
  /** It lies over the thread: closed with a cross rather than put aside. */
  readonly over: boolean;
  readonly onClose: () => void;
}

/** Who the contact is, the ticket's tags, and what was before. */
export const PanelBody = ({ ticket, over, onClose }: Props) => {
  const t = useT();
  const times = useTimes();
  const cache = useQueryClient();
  const [editing, setEditing] = useState(false);
  const { data: full } = useContact(ticket.contactId);
  const contact = full ?? ticket.contact;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['contact.email', contact.email || undefined],
    ['tickets.contact.connection', ticket.whatsapp?.name],
    ['tickets.contact.user', ticket.user?.name ?? t('tickets.contact.unassigned')],
    ['tickets.contact.since', full === undefined ? undefined : times.date(full.createdAt)],
  ];
  const copy = () => {
    navigator.clipboard
      .writeText(phone(contact.number))
      .then(() => notify.success('tickets.contact.copied'), notifyError);
  };
  return (
    <>
      <header className="tk-panel-head">
        <h2>{t('tickets.contact.title')}</h2>
        <IconButton
          label={t('contact.edit')}
          icon={Pencil}
          disabled={full === undefined}
          onClick={() => setEditing(true)}
        />
        <IconButton
          label={t(over ? 'tickets.close' : 'tickets.contact.collapse')}
          icon={over ? X : PanelRightClose}
          onClick={onClose}
        />
      </header>
      <div className="tk-panel-body scroll">
        <section className="tk-sec">
          <div className="tk-who">
            <Avatar name={contact.name} id={ticket.contactId} size={56} src={contact.profilePicUrl} />
            <div className="grow">
              <h3 className="tk-who-name">{contact.name}</h3>
              <p className="num">{ticket.isGroup ? t('tickets.members.group') : phone(contact.number)}</p>
            </div>
            {contact.number === '' || ticket.isGroup ? null : (
              <IconButton label={t('tickets.contact.copy')} icon={Copy} onClick={copy} />
            )}
          </div>
          <dl className="tk-kv">
            {facts.map(([label, value]) =>
              value === undefined ? null : (
                <div key={label}>
                  <dt>{t(label)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
        </section>
        <TagEditor ticket={ticket} />
        {ticket.isGroup ? <Members ticket={ticket} /> : null}
        <Notes ticket={ticket} />
        <OtherTickets ticket={ticket} />
        <section className="tk-sec">
          <h3>{t('contact.extra')}</h3>
          {contact.extraInfo.length === 0 ? (
            <p className="tk-none">{t('tickets.contact.extraNone')}</p>
          ) : (
            <dl className="tk-kv">
              {contact.extraInfo.map((item) => (
                <div key={item.id}>
                  <dt>{item.name}</dt>
                  <dd>{item.value}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
        <Slot name="ticket.panel" props={{ ticket }} />
      </div>
      {editing && full !== undefined ? (
        <ContactDialog
          contact={full}
          onSaved={(saved) => patchContact(cache, saved)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
};
