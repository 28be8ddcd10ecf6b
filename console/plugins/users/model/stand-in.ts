import type { UserView } from '../../../../contract/user.ts';
import { seesAllOf } from '../../../../domain/access/policy.ts';
import type { Session } from '../../../shell/session.tsx';

type Seeing = Pick<UserView, 'id' | 'queueIds' | 'allTicket'>;

/**
 * Whether somebody works in queues that whoever looks does not see: their password, e-mail and second step are not theirs to change,
 * for by them they would see those tickets. The server decides; screens offer nothing that it refuses.
 */
export function isOfOtherQueues({ can, user: me }: Pick<Session, 'can' | 'user'>, user: Seeing): boolean {
  if (user.id === me.id) return false;
  const seesEveryQueue = can('tickets:everyQueue');
  const scope = {
    userId: me.id,
    queueIds: seesEveryQueue ? ('all' as const) : me.queueIds,
    noQueue: seesEveryQueue || me.allTicket === 'enabled',
  };
  return !seesAllOf(scope, { queueIds: user.queueIds, allTicket: user.allTicket === 'enabled' });
}
