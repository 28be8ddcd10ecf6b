import { can } from '../../domain/access/policy.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import type { Query } from '../../projections/ports/read-store.ts';
import type { Session } from '../auth/subject.ts';

/** Returns the rows a session sees, where they belong to people: part of every query. `own`: also of who may see all, only theirs. */
export const rowsFor = (
  { ownership, shownWhile }: RecordDefinition,
  session: Session,
  own = false,
): Pick<Query, 'anyOf'> => {
  if (shownWhile !== undefined && !can(session, 'super')) return { anyOf: [{ [shownWhile]: true }] };
  return ownership === undefined || (!own && can(session, ownership.any))
    ? {}
    : { anyOf: [{ [ownership.owner]: session.userId }, { [ownership.shared]: true }] };
};
