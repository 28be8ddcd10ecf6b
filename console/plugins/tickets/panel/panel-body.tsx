import { useQueryClient } from '@tanstack/react-query';
import { Copy, PanelRightClose, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { channelName } from '../../../shell/channels.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import { Slot } from '../../../shell/slot.tsx';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { ContactDialog } from '../../contacts/offers/dialog.ts';
import { reachedAt } from '../../contacts/offers/phone.ts';
import { FieldControls } from '../fields/field-controls.tsx';
import { patchContact } from '../live-cache/patch.ts';
import { Notes } from '../notes/notes.tsx';
import { useContact } from '../ticket/use-contact.ts';
import { useTimes } from '../ticket/use-times.ts';
import { Members } from './members.tsx';
import { OtherTickets } from './other-tickets.tsx';
import { PanelSection } from './section.tsx';
import { TagEditor } from './tag-editor.tsx';

interface Props {
  readonly ticket: TicketView;
  /** It lies over the thread: closed with a cross rather than put aside. */
  readonly over: boolean;
  readonly onClose: () => void;
}

/** Who the contact is, the ticket's tags, and what was before. */
export function PanelBody({ ticket, over, onClose }: Props) {
  const t = useT();
  const times = useTimes();
  const cache = useQueryClient();
  const [editing, setEditing] = useState(false);
  const { data: full } = useContact(ticket.contactId);
  const contact = full ?? ticket.contact;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['contact.email', contact.email || undefined],
    // Beside the number, which stands below the name.
    ...(contact.number === '' ? [] : (contact.addresses ?? [])).map(
      ({ channel, address }) => [channelName(t, channel), address] as const,
    ),
    ['tickets.contact.connection', ticket.connection?.name],
    ['tickets.contact.user', ticket.user?.name ?? t('tickets.contact.unassigned')],
    ['tickets.contact.rating', ticket.rating === null ? undefined : t(`tickets.rating.${ticket.rating}`)],
    ['tickets.contact.since', full === undefined ? undefined : times.date(full.createdAt)],
  ];
  const copy = () => {
    navigator.clipboard
      .writeText(reachedAt(contact))
      .then(() => notify.success('tickets.contact.copied'), notifyError);
  };
  return (
    <>
      <header className="tk-head row gap-2 fixed line-b">
        <h2 className="title lh-24 grow">{t('tickets.contact.title')}</h2>
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
      <div className="fill scroll">
        <section className="tk-sec p-12-16-16">
          <div className="row gap-12 mb-12">
            <Avatar name={contact.name} id={ticket.contactId} size={56} src={contact.profilePicUrl} />
            <div className="grow">
              <h3 className="anywhere title lh-24 tk-who-name">{contact.name}</h3>
              <p className="num small lh-18 muted">
                {ticket.isGroup ? t('tickets.members.group') : reachedAt(contact)}
              </p>
            </div>
            {reachedAt(contact) === '' || ticket.isGroup ? null : (
              <IconButton label={t('tickets.contact.copy')} icon={Copy} onClick={copy} />
            )}
          </div>
          <dl className="tk-kv grid small lh-18">
            {facts.map(([label, value]) =>
              value === undefined ? null : (
                <div key={label}>
                  <dt className="subtle">{t(label, { _: label })}</dt>
                  <dd className="anywhere">{value}</dd>
                </div>
              ),
            )}
          </dl>
        </section>
        <TagEditor ticket={ticket} />
        <FieldControls ticket={ticket} />
        {ticket.isGroup ? <Members ticket={ticket} /> : null}
        <Notes ticket={ticket} />
        <OtherTickets ticket={ticket} />
        <PanelSection
          title={t('contact.extra')}
          note={contact.extraInfo.length === 0 ? t('tickets.contact.extraNone') : undefined}
        >
          {contact.extraInfo.length === 0 ? null : (
            <dl className="tk-kv grid small lh-18">
              {contact.extraInfo.map((item) => (
                <div key={item.id}>
                  <dt className="subtle">{item.name}</dt>
                  <dd className="anywhere">{item.value}</dd>
                </div>
              ))}
            </dl>
          )}
        </PanelSection>
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
}
