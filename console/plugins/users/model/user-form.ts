import type { UserView } from '../../../../contract/user.ts';
import { can } from '../../../../domain/access/policy.ts';
import { isSameSet } from '../../../../domain/same.ts';
import type { Profile } from '../../../../domain/user/events.ts';
import type { RoleView } from '../../../shell/roles.ts';

// A type, not an interface: react-hook-form asks for an index signature.
export type UserValues = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Shown before one's own password or e-mail changes. */
  readonly currentPassword: string;
  /** A profile, or the id of a role of the company's own. */
  readonly profile: string;
  readonly queueIds: string[];
  readonly connectionId: string;
  readonly allTicket: boolean;
};
export type UserBody = Partial<Omit<UserValues, 'connectionId'>> & {
  readonly connectionId?: string | null;
  readonly roleId?: string | null;
};
export const profiles = ['user', 'supervisor', 'admin'] as const satisfies readonly Profile[];

export const valuesOf = (user: UserView | undefined): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  currentPassword: '',
  profile: user?.roleId ?? user?.profile ?? 'user',
  queueIds: user?.queues.map(({ id }) => id) ?? [],
  connectionId: user?.connectionId ?? '',
  allTicket: user?.allTicket === 'enabled',
});

/** Returns what somebody without a queue sees, in the words of `users.queues.without.*`; undefined with one. */
export const withoutQueues = ({
  queueIds,
  profile,
  allTicket,
  role,
}: Pick<UserValues, 'queueIds' | 'profile' | 'allTicket'> & { readonly role?: RoleView | undefined }):
  | 'nothing'
  | 'unqueued'
  | 'all'
  | undefined => {
  if (queueIds.length > 0 || role?.queueScope === 'chosen') return undefined;
  const builtIn = profiles.find((one) => one === profile) ?? 'user';
  if (role?.queueScope === 'all' || (!role && can({ profile: builtIn, super: false }, 'tickets:everyQueue')))
    return 'all';
  return allTicket ? 'unqueued' : 'nothing';
};

/** Whether a change of one's own is one that asks for the present password. */
export const asksForPassword = (
  values: Pick<UserValues, 'password' | 'email'>,
  before: UserView | undefined,
): boolean =>
  values.password !== '' || values.email.trim().toLowerCase() !== (before?.email ?? '').toLowerCase();

const sentOf = (values: UserValues, name: keyof UserValues) =>
  name === 'connectionId' && values.connectionId === '' ? null : values[name];

/** Returns a role of the company's own, or a profile in its place. */
const roleOf = (chosen: string, before: UserView | undefined): readonly (readonly [string, unknown])[] => {
  if (!profiles.some((one) => one === chosen)) return [['roleId', chosen]];
  return before?.roleId === undefined
    ? [['profile', chosen]]
    : [
        ['profile', chosen],
        ['roleId', null],
      ];
};

/**
 * Returns what is sent: of an edit only what was changed, so that somebody else's change of another field a moment ago
 * stays. Without the right to, what only admins change is not sent at all.
 */
export const bodyOf = (
  values: UserValues,
  before: UserView | undefined,
  manages: boolean,
  isOwn = false,
): UserBody => {
  const oldValues = valuesOf(before);
  const now: UserValues = { ...values, name: values.name.trim(), email: values.email.trim() };
  const own = ['name', 'email', 'password'] as const;
  const managed = ['profile', 'queueIds', 'connectionId', 'allTicket'] as const;
  const names: readonly (keyof UserValues)[] = manages ? [...own, ...managed] : own;
  // A role may have had queues of its own: what is marked now is the person's.
  const leavesRole = before?.roleId !== undefined && now.profile !== before.roleId;
  const changed = (name: keyof UserValues) =>
    name === 'queueIds'
      ? leavesRole || !isSameSet(now.queueIds, oldValues.queueIds)
      : now[name] !== oldValues[name];
  const changes = Object.fromEntries(
    names
      .filter((name) => (before === undefined ? name !== 'password' || now.password !== '' : changed(name)))
      .flatMap((name) => (name === 'profile' ? roleOf(now.profile, before) : [[name, sentOf(now, name)]])),
  );
  const { currentPassword } = now;
  return isOwn && asksForPassword(now, before) ? { ...changes, currentPassword } : changes;
};
