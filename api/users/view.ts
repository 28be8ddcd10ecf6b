import type { SessionUserView, UserView } from '../../contract/user.ts';
import { can, type KnownRights } from '../../domain/access/policy.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { grantFor } from '../auth/grants.ts';
import type { CompanyNames } from '../names/names.ts';
import { queuesOf } from '../names/refs.ts';
import { type Stored, visibleSettings } from '../settings/view.ts';

/** Whether nobody has set a password for this account yet, nor signs in to it through a provider. */
export const isInvited = ({
  passwordSetBy,
  identity,
}: Pick<UserDocument, 'passwordSetBy' | 'identity'>): boolean =>
  (passwordSetBy ?? null) === null && !identity;

type Viewer = KnownRights & { readonly userId: string };

/** Returns the queues that somebody works in, as answers show them: their role's where it names some, and none that is gone. */
export const shownQueues = (user: Pick<UserDocument, 'roleId' | 'queueIds'>, names: CompanyNames) =>
  queuesOf(names, grantFor(names, user)?.queueIds ?? user.queueIds);

/** Returns a user as another sees them: the e-mail is for those who manage users and for oneself. */
export const userViewOf = (
  user: Omit<UserDocument, 'passwordHash'>,
  names: CompanyNames,
  viewer: Viewer,
): UserView => {
  const queues = shownQueues(user, names);
  return {
    id: user.id,
    name: user.name,
    email: can(viewer, 'users:manage') || viewer.userId === user.id ? user.email : '',
    profile: user.profile,
    super: user.super,
    companyId: user.companyId,
    allTicket: user.allTicket ? 'enabled' : 'desabled',
    connectionId: user.connectionId,
    queues,
    queueIds: queues.map(({ id }) => id),
    ...(user.roleId && { roleId: user.roleId }),
    position: user.position,
    ...(isInvited(user) && { invitedAt: user.createdAt }),
    ...(can(viewer, 'users:manage') && {
      secondStep: Boolean(user.totp),
      ...(user.identity && { linked: true as const }),
    }),
  };
};

export const sessionUserViewOf = (
  user: Omit<UserDocument, 'passwordHash'>,
  company: CompanyDocument,
  names: CompanyNames,
  ofPlatform: Stored,
): SessionUserView => {
  const grant = grantFor(names, user);
  const viewer = { profile: user.profile, super: user.super, userId: user.id, grant };
  return {
    ...userViewOf(user, names, viewer),
    ...(grant && { rules: [...grant.rules] }),
    company: {
      id: company.id,
      name: company.name,
      dueDate: company.dueDate,
      ...(company.trial && { trial: true as const }),
      timeZone: company.timeZone,
      settings: visibleSettings(company.settings, ofPlatform, viewer),
      flags: [...company.flags],
    },
  };
};
