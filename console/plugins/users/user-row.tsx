import { Mail, Pencil, Send, ShieldCheck, ShieldOff, Trash2, Unlink } from 'lucide-react';
import type { UserView } from '../../../contract/user.ts';
import { writtenDay } from '../../shell/days.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { momentOf } from '../../shell/moment.ts';
import type { RoleView } from '../../shell/roles.ts';
import { useSession } from '../../shell/session.tsx';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { QueueName } from '../../shell/ui/chips.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { isOfOtherQueues } from './model/stand-in.ts';
import { valuesOf, withoutQueues } from './model/user-form.ts';

const looks: Readonly<Record<string, string>> = { admin: 'c-accent', supervisor: 'c-warn' };

interface Props {
  readonly user: UserView;
  readonly connection: string | undefined;
  /** Their role, where it is one of the company's own. */
  readonly role: RoleView | undefined;
  readonly onInvite: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  /** Takes their second step away. */
  readonly onSecondStep: () => void;
  /** Forgets which account of the provider is theirs. */
  readonly onUnlink: () => void;
}

/** What somebody may do: a role of the company's own, or one of the three profiles. */
function Profile({ user, role }: Pick<Props, 'user' | 'role'>) {
  const t = useT();
  if (user.roleId) return <span className="tag c-ok">{role?.name ?? '…'}</span>;
  return (
    <span className={`tag ${looks[user.profile] ?? 'c-none'}`}>{t(`users.profile.${user.profile}`)}</span>
  );
}

/** The queues somebody attends, or that these are all, or none. */
const Queues = ({ user, role }: Pick<Props, 'user' | 'role'>) => {
  const t = useT();
  if (user.queues.length === 0) {
    const without = withoutQueues({ ...valuesOf(user), role });
    return <span className="subtle">{t(without === 'all' ? 'users.everyQueue' : 'users.noQueues')}</span>;
  }
  return (
    <span className="inline wrap max-full gap-12">
      {user.queues.map((queue) => (
        <QueueName key={queue.id} name={queue.name} color={queue.color} />
      ))}
    </span>
  );
};

/** A line of the list; on a phone a card. */
export const UserRow = ({
  user,
  connection,
  role,
  onInvite,
  onEdit,
  onDelete,
  onSecondStep,
  onUnlink,
}: Props) => {
  const t = useT();
  const locale = useLocale();
  const session = useSession();
  const { user: me } = session;
  const mine = user.id === me.id;
  const untouchable = user.super && !me.super;
  const isLocked = untouchable || isOfOtherQueues(session, user);
  const domainAt = user.email.indexOf('@') + 1;
  return (
    <tr>
      <td>
        <span className="row gap-12">
          <Avatar name={user.name} id={user.id} size={32} />
          <span className="row wrap gap-8 narrow">
            <b className="body">{user.name}</b>
            {mine ? <span className="tag c-none">{t('users.you')}</span> : null}
            {user.invitedAt === undefined ? null : (
              <span
                className="tag c-none"
                title={t('users.invited.since', { day: writtenDay(user.invitedAt) })}
              >
                <Mail size={12} aria-hidden="true" />
                {t('users.invited')}
              </span>
            )}
          </span>
        </span>
      </td>
      <td className="muted anywhere" data-label={t('users.email')}>
        {user.email.slice(0, domainAt)}
        <wbr />
        {user.email.slice(domainAt)}
      </td>
      <td data-label={t('users.profile')}>
        <Profile user={user} role={role} />
      </td>
      <td data-label={t('users.queues')}>
        <Queues user={user} role={role} />
        {user.allTicket === 'enabled' ? (
          <span className="caption muted nowrap"> {t('users.plusNoQueue')}</span>
        ) : null}
      </td>
      <td data-label={t('users.secondStep')}>
        <span className={`status ${user.secondStep ? 'c-ok' : 'c-none'}`}>
          {user.secondStep ? (
            <ShieldCheck size={16} aria-hidden="true" />
          ) : (
            <ShieldOff size={16} aria-hidden="true" />
          )}
          {t(user.secondStep ? 'users.secondStep.on' : 'users.secondStep.off')}
        </span>
      </td>
      <td data-label={t('users.connection')}>
        {connection ?? <span className="subtle">{t('users.connection.company')}</span>}
      </td>
      <td className="muted nowrap" data-label={t('users.lastSeen')}>
        {user.lastSeen === undefined ? (
          <span className="subtle">{t('users.lastSeen.never')}</span>
        ) : (
          momentOf(user.lastSeen, intlLocale[locale])
        )}
      </td>
      <td className="deeds nowrap">
        {user.invitedAt === undefined ? null : (
          <IconButton label={t('users.inviteOne', { name: user.name })} icon={Send} onClick={onInvite} />
        )}
        {user.secondStep && !mine && !isLocked ? (
          <IconButton
            label={t('users.secondStep.takeOne', { name: user.name })}
            icon={ShieldOff}
            onClick={onSecondStep}
          />
        ) : null}
        {user.linked && !isLocked ? (
          <IconButton
            label={t('users.linked.takeOne', { name: user.name })}
            icon={Unlink}
            onClick={onUnlink}
          />
        ) : null}
        {untouchable ? null : (
          <IconButton label={t('users.editOne', { name: user.name })} icon={Pencil} onClick={onEdit} />
        )}
        {mine || untouchable ? null : (
          <IconButton label={t('users.deleteOne', { name: user.name })} icon={Trash2} onClick={onDelete} />
        )}
      </td>
    </tr>
  );
};
