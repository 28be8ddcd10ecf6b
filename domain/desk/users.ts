import type { Context, Desk } from '../desk.ts';
import { DomainError } from '../errors.ts';
import type { Permit } from '../kernel/claiming-handler.ts';
import { createClaimingHandler } from '../kernel/claiming-handler.ts';
import { userStream } from '../kernel/streams.ts';
import type { UserCommand, UserState } from '../user/user.ts';
import { isAdmin, normalizeEmail, userDecider } from '../user/user.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';

/** Company part of claims that are unique over all companies. */
const everywhere = 'global';

interface Leaving {
  readonly otherAdmins?: readonly string[] | undefined;
}

export const createUsers = (kit: Kit): Desk['users'] => {
  const streams = kit.streams(userDecider);
  const emailClaim = (state: UserState): string[] =>
    state.status === 'active'
      ? [kit.claimOf(everywhere, 'user-email', normalizeEmail(state.fields.email))]
      : [];
  kit.claims.register('user', {
    streams,
    holds: (_companyId, state) => emailClaim(state),
    lost: (state) => (state.status === 'absent' ? {} : state.lost),
  });

  /**
   * A company keeps an admin: who stops being one needs the company's only permit to, and somebody else who is one.
   * Two who demote each other at the same instant take the permit one after the other, and the second sees the first
   * gone.
   */
  const leaveAdmins =
    ({ otherAdmins = [] }: Leaving) =>
    (
      { metadata, data: { userId } }: UserCommand,
      before: UserState,
      after: UserState,
    ): Permit | undefined => {
      if (!isAdmin(before) || isAdmin(after)) return undefined;
      const { companyId, actor } = metadata;
      const others = new Set(actor.kind === 'user' ? [actor.id, ...otherAdmins] : otherAdmins);
      others.delete(userId);
      return {
        claim: kit.claimOf(companyId, 'admin-leaving'),
        check: async () => {
          for (const other of others)
            if (isAdmin((await streams.refresh(userStream(companyId, other))).state)) return;
          throw new DomainError('ERR_LAST_ADMIN', 'a company keeps at least one admin', {
            ...(after.status === 'active' && { errors: { profile: 'ERR_LAST_ADMIN' } }),
          });
        },
      };
    };

  const handler = (leaving: Leaving) =>
    createClaimingHandler(
      userDecider,
      streams,
      kit.claims,
      (_companyId, state) =>
        emailClaim(state).map((claim) => ({
          claim,
          code: 'ERR_EMAIL_ALREADY_EXISTS' as const,
          field: 'email',
        })),
      kit.handler,
      leaveAdmins(leaving),
    );
  const usual = handler({});
  const run = (context: Context, command: Pick<UserCommand, 'type' | 'data'>, handle = usual) =>
    kit.patient(async (patience) => {
      const metadata = kit.metadataOf(context);
      const { userId } = command.data;
      const full = { ...command, metadata } as UserCommand;
      return outcome(await handle(userStream(context.companyId, userId), userId, full, patience));
    });

  return {
    create: (context, { userId: given, ...user }) =>
      kit.patient((patience) =>
        kit.withNewId(context, 'user', given, async (userId, metadata) => {
          const command: UserCommand = { type: 'CreateUser', data: { ...user, userId }, metadata };
          const handled = await usual(userStream(context.companyId, userId), userId, command, patience);
          return { ...outcome(handled), userId };
        }),
      ),
    update: (context, { otherAdmins, ...data }) =>
      run(context, { type: 'UpdateUser', data }, handler({ otherAdmins })),
    changePassword: (context, data) => run(context, { type: 'ChangeUserPassword', data }),
    delete: (context, { otherAdmins, ...data }) =>
      run(context, { type: 'DeleteUser', data }, handler({ otherAdmins })),
    loggedIn: (context, data) => run(context, { type: 'RecordLogin', data }),
    loggedOut: (context, data) => run(context, { type: 'RecordLogout', data }),
  };
};
