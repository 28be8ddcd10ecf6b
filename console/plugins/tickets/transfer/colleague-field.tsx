import { useFormContext } from 'react-hook-form';
import type { TicketView } from '../../../../contract/ticket.ts';
import { ComboInput } from '../../../shell/form/combo-input.tsx';
import { useT } from '../../../shell/i18n.ts';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { type Colleague, type Destination, suggestedUsers, usersMatching, withUser } from './transfer.ts';

const dots = { online: 'st', away: 'st away', offline: 'st off' } as const;
/** A face with where its owner is, the name and the queues. */
function Seated({ user }: { readonly user: Colleague }) {
  const t = useT();
  const facts = [
    user.status && t(`tickets.seat.${user.status}`),
    user.queues?.map(({ name }) => name).join(', '),
  ];
  return (
    <>
      <span className="seat">
        <Avatar name={user.name} id={user.id} size={28} />
        {user.status === undefined ? null : <i className={dots[user.status]} />}
      </span>
      <span className="col grow lh-18">
        <span className="trunc">{user.name}</span>
        <small className="lh-16 muted trunc">{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </>
  );
}

interface Props {
  readonly ticket: TicketView;
  readonly users: readonly Colleague[];
}

/** To whom a ticket goes: the form's `userId`. Whoever is chosen brings a queue that they serve. */
export function ColleagueField({ ticket, users }: Props) {
  const t = useT();
  const { watch, setValue } = useFormContext<Destination>();
  const to = { userId: watch('userId'), queueId: watch('queueId') };
  return (
    <ComboInput
      name="userId"
      label={t('tickets.transfer.user')}
      optional
      hint={to.userId === null ? t('tickets.transfer.userHint') : undefined}
      autoFocus
      options={suggestedUsers(users, to.queueId, ticket)}
      matching={(some, typed) => usersMatching(users, some, typed, ticket)}
      value={users.find((one) => one.id === to.userId) ?? null}
      onChange={(chosen) => {
        const { userId, queueId } = withUser(to, chosen);
        setValue('userId', userId);
        setValue('queueId', queueId);
      }}
      keyOf={(one) => one.id}
      labelOf={(one) => one.name}
      lead={(one) => <Avatar name={one.name} id={one.id} size={24} />}
      row={(one) => <Seated user={one} />}
      placeholder={t('tickets.transfer.nobody')}
      empty={t('tickets.transfer.none')}
    />
  );
}
