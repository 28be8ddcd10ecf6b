import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TicketView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { phone } from '../../../shell/phone.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { listMembers } from '../data/calls.ts';
import { keys } from '../data/keys.ts';

const shownAtFirst = 8;
const STALE_MS = 60_000;

/** Who is in the group, admins first. */
export const Members = ({ ticket }: { readonly ticket: TicketView }) => {
  const t = useT();
  const [all, setAll] = useState(false);
  const { data, isPending, isError } = useQuery({
    queryKey: keys.members(ticket.contactId),
    queryFn: ({ signal }) => listMembers(ticket.contactId, signal),
    staleTime: STALE_MS,
  });
  const members = data?.members ?? [];
  const shown = all ? members : members.slice(0, shownAtFirst);
  return (
    <section className="tk-sec">
      <h3>
        {t('tickets.members.title')}
        {members.length > 0 ? <span className="tk-count num">{members.length}</span> : null}
      </h3>
      {isPending ? <span className="sk tk-sk-line late" /> : null}
      {isError ? <p className="tk-none">{t('tickets.members.failed')}</p> : null}
      {data !== undefined && members.length === 0 ? (
        <p className="tk-none">{t('tickets.members.none')}</p>
      ) : null}
      <ul className="tk-members">
        {shown.map((member, index) => {
          const number = phone(member.number);
          const name = member.name || number || t('tickets.members.hidden');
          return (
            <li key={member.number || `${index}`}>
              <Avatar name={name} id={member.contactId ?? member.number} size={28} />
              <span className="grow">
                <span className="trunc">{name}</span>
                {member.name && number ? <small className="num trunc">{number}</small> : null}
              </span>
              {member.admin ? <small className="tk-member-admin">{t('tickets.members.admin')}</small> : null}
            </li>
          );
        })}
      </ul>
      {members.length > shownAtFirst ? (
        <button type="button" className="btn btn-sm btn-text" onClick={() => setAll(!all)}>
          {t(all ? 'tickets.members.fewer' : 'tickets.members.all', { smart_count: members.length })}
        </button>
      ) : null}
    </section>
  );
};
