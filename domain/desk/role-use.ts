import { DomainError } from '../errors.ts';
import type { EventStreams } from '../kernel/event-streams.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { records } from '../records/index.ts';
import { recordDecider } from '../records/record-aggregate.ts';
import { recordStream, userStream } from '../streams.ts';
import { roleOf, type UserState } from '../user/user.ts';
import type { CommandRuntime } from './runtime.ts';

/**
 * Returns how people and roles hold on to each other. Whoever is given a role, and whoever deletes it, takes one lock of
 * the role: one that somebody has is not deleted, a deleted one is given to nobody. All who ever took it may have it.
 */
export const createRoleUse = (
  runtime: CommandRuntime,
  users: Pick<EventStreams<UserState, never>, 'refresh'>,
) => {
  const roles = runtime.aggregate(recordDecider(records.find(({ name }) => name === 'role')!)).streams;
  const claimOf = (companyId: string, roleId: string) => runtime.claimOf(companyId, 'role-use', roleId);

  /** Returns the people who have the role, by their own events. */
  async function usersOf(companyId: string, roleId: string): Promise<readonly string[]> {
    const known = new Set<string>();
    const claim = claimOf(companyId, roleId);
    await runtime.claims.streams.foldAll(claim, known, (ids, { data }) => ids.add(data.owner));
    const having: string[] = [];
    for (const id of known)
      if (roleOf((await users.refresh(userStream(companyId, id))).state) === roleId) having.push(id);
    return having;
  }

  return {
    usersOf,
    /** Returns the lock of somebody who is given the role. */
    assigning: (companyId: string, roleId: string): Lock => ({
      claim: claimOf(companyId, roleId),
      async check() {
        const { state } = await roles.refresh(recordStream('role', companyId, roleId));
        if (state.status !== 'active')
          throw new DomainError('ERR_ROLE_NOT_FOUND', 'no such role', {
            errors: { roleId: 'ERR_ROLE_NOT_FOUND' },
          });
      },
    }),
    /** Returns the lock of a role that is deleted. */
    deleting: (roleId: string, companyId: string): Lock => ({
      claim: claimOf(companyId, roleId),
      async check() {
        const used = (await usersOf(companyId, roleId)).length;
        if (used > 0)
          throw new DomainError('ERR_ROLE_IN_USE', `${used} people have it`, { details: { users: used } });
      },
    }),
  };
};
