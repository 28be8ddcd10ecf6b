import { can, inScope } from '../../domain/access/policy.ts';
import type { Audience } from '../../projections/ports/read-store.ts';
import type { Session } from '../auth/subject.ts';

export type Visibility = 'visible' | 'removed' | 'hidden';

/** Whether a session is of an audience; of none (undefined) everyone is. */
export const within = (session: Session, audience: Audience | null | undefined): boolean => {
  if (audience === undefined) return true;
  if (audience === null) return false;
  if ('listId' in audience) return true;
  if ('members' in audience) return audience.members.includes(session.userId);
  if ('queueId' in audience) return inScope(session.scope, audience);
  return audience.shared || audience.owner === session.userId || can(session, audience.any);
};

/**
 * Returns how somebody sees a document after the change: who sees it gets the document; who only saw it before gets
 * `delete`; nobody else anything.
 */
export function visibilityAfter(
  session: Session,
  before: Audience | null | undefined,
  after: Audience | null | undefined,
): Visibility {
  if (within(session, after)) return 'visible';
  // Unknown audience before: nothing was seen unless it says so.
  return before !== undefined && within(session, before) ? 'removed' : 'hidden';
}
