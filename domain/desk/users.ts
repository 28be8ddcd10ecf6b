import type { Context, Desk } from '../desk.ts';
import { createClaimingHandler } from '../kernel/claiming-handler.ts';
import { userStream } from '../kernel/streams.ts';
import type { UserCommand, UserState } from '../user/user.ts';
import { normalizeEmail, userDecider } from '../user/user.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';

/** Company part of claims that are unique over all companies. */
const everywhere = 'global';

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
  const handle = createClaimingHandler(
    userDecider,
    streams,
    kit.claims,
    (_companyId, state) =>
      emailClaim(state).map((claim) => ({ claim, code: 'ERR_ALREADY_EXISTS' as const, field: 'email' })),
    kit.handler,
  );
  const run = (context: Context, command: Pick<UserCommand, 'type' | 'data'>) =>
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
          const handled = await handle(userStream(context.companyId, userId), userId, command, patience);
          return { ...outcome(handled), userId };
        }),
      ),
    update: (context, data) => run(context, { type: 'UpdateUser', data }),
    changePassword: (context, data) => run(context, { type: 'ChangeUserPassword', data }),
    delete: (context, data) => run(context, { type: 'DeleteUser', data }),
    loggedIn: (context, data) => run(context, { type: 'RecordLogin', data }),
    loggedOut: (context, data) => run(context, { type: 'RecordLogout', data }),
  };
};
