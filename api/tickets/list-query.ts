import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { ticketStatus } from '../../domain/ticket/events.ts';
import type { Condition, Scalar, Where } from '../../projections/ports/read-store.ts';
import { dayBounds } from '../http/company-time.ts';
import { day, flag, id, jsonList, optional, pageNumber, searchParam } from '../http/schemas.ts';
import type { Session } from '../subject.ts';

export const countsQuery = z.object({ showAll: flag, queueIds: jsonList(id.nullable()) });

export const listQuery = countsQuery.extend({
  searchParam,
  /** `messages`: `searchParam` looks in the texts of messages; absent: in contacts and protocols. */
  searchIn: optional(z.enum(['contacts', 'messages'])),
  pageNumber,
  tags: jsonList(id),
  users: jsonList(id),
  status: optional(ticketStatus),
  /** Opened on this day of the company's time zone. */
  date: day,
  /** Last changed on this day. */
  updatedAt: day,
  withUnreadMessages: flag,
  /** All of one contact's, of those the session may see. */
  contactId: optional(id),
  /** `waiting`: only those whose contact waits for an answer, the longest wait first. */
  sort: optional(z.enum(['updated', 'waiting'])),
});
export type ListQuery = z.output<typeof listQuery>;

/** Tickets the session may see at all; undefined: every one of the company. */
export const visible = ({ scope }: Session): readonly Where[] | undefined =>
  scope.queueIds === 'all'
    ? undefined
    : [{ userId: scope.userId }, ...inQueues(scope.queueIds, scope.noQueue)];

const inQueues = (queueIds: readonly string[], noQueue: boolean): readonly Where[] => {
  const values: Scalar[] = [...queueIds, ...(noQueue ? [null] : [])];
  return values.length > 0 ? [{ queueId: { in: values } }] : [];
};

/** Whose tickets wait for this session: its own queues; who sees every queue and serves none of their own serves all. */
const serves = (session: Session): readonly Where[] | undefined =>
  session.scope.queueIds === 'all' && session.queueIds.length === 0
    ? undefined
    : inQueues(session.queueIds, session.scope.noQueue);

const nothing: Where = { queueId: { in: [] } };

/** What a tab of the list shows. `undefined` for `anyOf`: no limit; an empty one: nothing. */
export function listWhere(
  session: Session,
  query: Pick<ListQuery, 'showAll' | 'queueIds' | 'status'> & Partial<ListQuery>,
  timeZone: string,
): { where: Where; anyOf?: readonly Where[] } {
  const all = query.showAll === true && can(session, 'tickets-manager:showall');
  const where: Record<string, Condition> = {};
  let anyOf = visible(session);
  if (query.status) where.status = query.status;
  if (query.withUnreadMessages) where.unreadMessages = { gt: 0 };
  if (query.sort === 'waiting') where.waitingSince = { gt: '' };
  if (!all && query.status === 'open') {
    where.userId = session.userId;
    anyOf = undefined;
  } else if (!all && query.status === 'pending') anyOf = serves(session);
  else if (!all && query.withUnreadMessages) {
    const queues = serves(session);
    anyOf = queues && [{ userId: session.userId }, ...queues.map((queue) => ({ ...queue, userId: null }))];
  }
  if (query.contactId) where.contactId = query.contactId;
  if (query.queueIds && query.queueIds.length > 0) where.queueId = { in: query.queueIds };
  if (query.users && query.users.length > 0 && can(session, 'tickets-manager:userFilter'))
    where.userId = { in: query.users };
  if (query.tags && query.tags.length > 0)
    where.tagIds = query.tags.length === 1 ? query.tags[0]! : { in: query.tags };
  if (query.date) {
    const { from, until } = dayBounds(query.date, timeZone);
    where.createdAt = { gte: from, lt: until };
  }
  if (query.updatedAt) {
    const { from, until } = dayBounds(query.updatedAt, timeZone);
    where.updatedAt = { gte: from, lt: until };
  }
  if (anyOf === undefined) return { where };
  if (anyOf.length === 0) return { where: { ...where, ...nothing } };
  // One alternative is a plain condition, which an index serves; but never over a filter on the same field.
  const [only] = anyOf;
  if (anyOf.length === 1 && Object.keys(only!).every((field) => !(field in where)))
    return { where: { ...where, ...only } };
  return { where, anyOf };
}
