import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { phone } from '../../contacts/offers/phone.ts';
import { keys } from '../live-cache/keys.ts';
import { listMembers } from '../ticket/calls.ts';
import { PanelSection } from './section.tsx';

const shownAtFirst = 8;
const STALE_MS = 60_000;

/** Who is in the group, admins first. */
export function Members({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const [all, setAll] = useState(false);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: keys.members(ticket.contactId),
    queryFn: ({ signal }) => listMembers(ticket.contactId, signal),
    staleTime: STALE_MS,
  });
  const members = data?.members ?? [];
  const shownMembers = all ? members : members.slice(0, shownAtFirst);
  return (
    <PanelSection
      title={t('tickets.members.title')}
      count={members.length}
      isPending={isPending}
      note={
        isError
          ? t('tickets.members.failed')
          : data !== undefined && members.length === 0
            ? t('tickets.members.none')
            : undefined
      }
      retry={isError ? () => void refetch() : undefined}
    >
      <ul className="tk-members grid gap-8">
        {shownMembers.map((member, index) => {
          const number = phone(member.number);
          const name = member.name || number || t('tickets.members.hidden');
          return (
            <li className="row narrow small lh-18" key={member.number || `${index}`}>
              <Avatar name={name} id={member.contactId ?? member.number} size={28} />
              <span className="grid grow">
                <span className={member.name ? 'trunc' : 'num trunc'}>{name}</span>
                {member.name && number ? <small className="lh-16 subtle num trunc">{number}</small> : null}
              </span>
              {member.admin ? (
                <small className="lh-16 subtle tk-member-admin">{t('tickets.members.admin')}</small>
              ) : null}
            </li>
          );
        })}
      </ul>
      {members.length > shownAtFirst ? (
        <Button variant="link" className="mt-8" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'tickets.members.fewer' : 'tickets.members.all', { smart_count: members.length })}
        </Button>
      ) : null}
    </PanelSection>
  );
}
