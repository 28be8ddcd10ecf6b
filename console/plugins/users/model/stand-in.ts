import type { UserView } from '../../../../contract/user.ts';
import type { Session } from '../../../shell/session.tsx';

type Seeing = Pick<UserView, 'id' | 'queueIds' | 'allTicket'>;

/**
 * Whether somebody works in queues that whoever looks does not see: their password, e-mail and second step are not theirs to change,
 * for by them they would see those tickets. The server decides; screens offer nothing that it refuses.
 */
export function isOfOtherQueues({ can, user: me }: Pick<Session, 'can' | 'user'>, user: Seeing): boolean {
  if (user.id === me.id || can('tickets:everyQueue')) return false;
  if (user.allTicket === 'enabled' && me.allTicket !== 'enabled') return true;
  return user.queueIds.some((id) => !me.queueIds.includes(id));
}
