import { DomainError } from '../errors.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { userStream } from '../streams.ts';
import type { UserCommand, UserState } from '../user/user.ts';
import { isAdmin, normalizeEmail, roleOf, userDecider } from '../user/user.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { Places } from './places.ts';
import { createRoleUse } from './role-use.ts';
import type { CommandRuntime } from './runtime.ts';
import type { UniqueValue } from './unique-values.ts';
import { reserveNew } from './unique-values.ts';

type CommandOf<T extends UserCommand['type']> = Extract<UserCommand, { type: T }>;

/** Users who may be admins of this company too: each is looked up in their own events, and whom nobody names is not counted. */
interface OtherAdmins {
  readonly otherAdmins?: readonly string[] | undefined;
}

/** Company part of claims that are unique over all companies. */
const everywhere = 'global';

/** Returns what nobody else may have: the address, and the account of a sign-in provider. */
const ownValuesOf =
  ({ claimOf }: CommandRuntime) =>
  (state: UserState): readonly UniqueValue[] => {
    if (state.status !== 'active') return [];
    const email: UniqueValue = {
      claim: claimOf(everywhere, 'user-email', normalizeEmail(state.fields.email)),
      code: 'ERR_EMAIL_ALREADY_EXISTS',
      field: 'email',
    };
    if (state.identity === null) return [email];
    const claim = claimOf(everywhere, 'user-identity', state.identity.identity);
    return [email, { claim, code: 'ERR_IDENTITY_TAKEN' }];
  };

interface UserStreams {
  refresh(stream: string): Promise<{ readonly state: UserState }>;
}

const totpOf =
  (streams: UserStreams) =>
  async (
    companyId: string,
    userId: string,
  ): Promise<{ readonly credentialId: string; readonly used: readonly number[] } | null> => {
    const { state } = await streams.refresh(userStream(companyId, userId));
    return state.status === 'active' ? state.totp : null;
  };

/**
 * Returns what says which lock a command of a user needs, if any. A company must keep one admin. A command that
 * removes one takes the company's `admin-leaving` lock, then checks that another admin exists: concurrent demotions
 * are serialised by that lock.
 */
const adminLock =
  ({ claimOf }: CommandRuntime, streams: UserStreams) =>
  ({ metadata, data: { userId } }: UserCommand, otherAdmins: readonly string[]) =>
  (before: UserState, after: UserState): Lock | undefined => {
    if (!isAdmin(before) || isAdmin(after)) return undefined;
    const { companyId, actor } = metadata;
    const others = new Set(actor.kind === 'user' ? [actor.id, ...otherAdmins] : otherAdmins);
    others.delete(userId);
    return {
      claim: claimOf(companyId, 'admin-leaving'),
      check: async () => {
        for (const other of others)
          if (isAdmin((await streams.refresh(userStream(companyId, other))).state)) return;
        throw new DomainError('ERR_LAST_ADMIN', 'a company keeps at least one admin', {
          ...(after.status === 'active' && { errors: { profile: 'ERR_LAST_ADMIN' } }),
        });
      },
    };
  };

/** Returns the commands of users. */
export const createUsers = (runtime: CommandRuntime, places: Places) => {
  const ownValues = ownValuesOf(runtime);
  const { streams, handle } = runtime.aggregate(userDecider, {
    holds: (_companyId, state) => ownValues(state).map(({ claim }) => claim),
  });

  const roleUse = createRoleUse(runtime, streams);
  const roleLock = (companyId: string, before: UserState, after: UserState): Lock | undefined => {
    const roleId = roleOf(after);
    return roleId === null || roleId === roleOf(before) ? undefined : roleUse.assigning(companyId, roleId);
  };

  const exists = (companyId: string) => async (id: string) =>
    (await streams.refresh(userStream(companyId, id))).state.status === 'active';

  const run = (
    context: Context,
    command: Pick<UserCommand, 'type' | 'data'>,
    otherAdmins: readonly string[] = [],
  ): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as UserCommand;
      const { userId } = command.data;
      const handled = await handle(userStream(context.companyId, userId), full, deadline, {
        reservations: reserveNew(userId, ownValues),
        lock: (before, after) => [
          adminLock(runtime, streams)(full, otherAdmins)(before, after),
          roleLock(context.companyId, before, after),
        ],
      });
      return outcome(handled);
    });
  const runs =
    <T extends UserCommand['type']>(type: T) =>
    (context: Context, data: CommandOf<T>['data']): Promise<Outcome> =>
      run(context, { type, data } as unknown as CommandOf<T>);

  return {
    create: (
      context: Context,
      user: Omit<CommandOf<'CreateUser'>['data'], 'userId'> & { readonly userId?: string | undefined },
    ): Promise<Outcome & { readonly userId: string }> => {
      const { userId: given, ...fields } = user;
      const { companyId } = context;
      return runtime.withDeadline(async (deadline) => {
        const place = await places(companyId, 'users', exists(companyId));
        return runtime.withNewId(context, 'user', given, async (userId, metadata) => {
          const data = { ...fields, userId };
          const command = { type: 'CreateUser', data, metadata } as UserCommand;
          const handled = await handle(userStream(context.companyId, userId), command, deadline, {
            reservations: reserveNew(userId, ownValues),
            lock: (before, after) => [place, roleLock(companyId, before, after)],
          });
          return { ...outcome(handled), userId };
        });
      });
    },
    /** Absent fields keep their value. @throws ERR_EMAIL_ALREADY_EXISTS, ERR_LAST_ADMIN */
    update: (
      context: Context,
      { otherAdmins, ...data }: CommandOf<'UpdateUser'>['data'] & OtherAdmins,
    ): Promise<Outcome> => run(context, { type: 'UpdateUser', data }, otherAdmins),
    changePassword: runs('ChangeUserPassword'),
    confirmEmail: runs('ConfirmUserEmail'),
    /** @throws ERR_LAST_ADMIN */
    delete: (
      context: Context,
      { otherAdmins, ...data }: CommandOf<'DeleteUser'>['data'] & OtherAdmins,
    ): Promise<Outcome> => run(context, { type: 'DeleteUser', data }, otherAdmins),
    /** The company itself has gone: its last admin goes too, and their addresses are free. */
    deleteWithCompany: (context: Context, data: CommandOf<'DeleteUser'>['data']): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const command = { type: 'DeleteUser', data, metadata: runtime.metadataOf(context) } as UserCommand;
        return outcome(await handle(userStream(context.companyId, data.userId), command, deadline));
      }),
    /** Returns whether there is such a user, by the own events. */
    isThere: (companyId: string, userId: string) => exists(companyId)(userId),
    loggedIn: runs('RecordLogin'),
    loggedOut: runs('RecordLogout'),
    loginRefused: runs('RecordRefusedLogin'),
    /** @throws ERR_TOTP_ENABLED */
    enableTotp: runs('EnableTotp'),
    disableTotp: runs('DisableTotp'),
    /** @throws ERR_WRONG_CODE of a code that was used */
    spendRecoveryCode: runs('SpendRecoveryCode'),
    /** @throws ERR_IDENTITY_TAKEN: by somebody else, or this user has another */
    linkIdentity: runs('LinkIdentity'),
    unlinkIdentity: runs('UnlinkIdentity'),
    /** Who has a role, by their own events, and the lock of its deletion. */
    roleUse,
    /** Returns the second step in force as the log has it: a read model that is behind must not let anybody in. */
    totpOf: totpOf(streams),
  };
};
