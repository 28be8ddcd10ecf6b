/** Which tickets a list shows, as conditions: the server queries by them, the console evaluates the same ones. */

import { can, type Rights, type Subject } from '../access/policy.ts';
import type { QueueScope } from '../access/queue-scope.ts';
import type { TicketStatus } from '../ticket/events.ts';
import { type FieldFilters, filteredFields } from '../ticket/fields/derive.ts';
import type { Condition, Conditions, Where } from '../where.ts';
import { inQueues, visibleTickets } from './visible-tickets.ts';

/** Who looks at a list. `queueIds`: the queues they serve; `scope`: those they may see. */
export interface Viewer extends Rights, Pick<Subject, 'userId' | 'queueIds'> {
  readonly scope: QueueScope;
}

/** From an instant to just before another. */
interface Span {
  readonly gte: string;
  readonly lt: string;
}

/** What a list is asked for; what is absent, undefined or an empty list limits nothing. Of each plain field: one of its values. */
export interface TicketFilter extends FieldFilters {
  readonly status?: TicketStatus | undefined;
  /** Everybody's, not only the viewer's own; nothing to who has not the right. */
  readonly showAll?: boolean | undefined;
  /** null: without a queue. */
  readonly queueIds?: readonly (string | null)[] | undefined;
  /** Held by one of them; nothing to who has not the right. */
  readonly userIds?: readonly string[] | undefined;
  /** One contact's tickets, whoever had them. */
  readonly contactId?: string | undefined;
  /** With unread messages: the viewer's own, and those nobody has taken of the queues they serve. */
  readonly unread?: boolean | undefined;
  /** `waiting`: only those whose contact waits for an answer, the longest wait first. Default: changed last first. */
  readonly order?: 'waiting' | undefined;
  readonly openedIn?: Span | undefined;
  readonly changedIn?: Span | undefined;
}

/**
 * Returns the conditions of tickets that wait for the viewer: of the queues they serve; who sees every queue and serves
 * none serves all.
 */
const inServedQueues = ({ scope, queueIds }: Viewer): readonly Where[] | undefined =>
  scope.queueIds === 'all' && queueIds.length === 0 ? undefined : inQueues(queueIds, scope.noQueue);

/**
 * Returns the conditions of a tab: own open tickets, pending ones of the queues served, of unread ones both, and every
 * other that is in sight.
 */
const inTab = (viewer: Viewer, filter: TicketFilter): Partial<Conditions> => {
  const visible = visibleTickets(viewer.scope);
  if (filter.showAll === true && can(viewer, 'tickets-manager:showall')) return { anyOf: visible };
  if (filter.status === 'open') return { where: { userId: viewer.userId } };
  if (filter.status === 'pending') return { anyOf: inServedQueues(viewer) };
  if (!filter.unread) return { anyOf: visible };
  const untaken = inServedQueues(viewer)?.map((queue) => ({ ...queue, userId: null }));
  return { anyOf: untaken ? [{ userId: viewer.userId }, ...untaken] : undefined };
};

const unfinishedStatuses: readonly TicketStatus[] = ['open', 'pending'];

/** Returns which tickets are cards of the viewer's board: unfinished ones of the queues they serve, of these alone if some are named. */
export const boardConditions = (viewer: Viewer, queueIds: readonly string[] = []): Conditions => {
  const all = viewer.scope.queueIds === 'all' && viewer.queueIds.length === 0;
  const own = queueIds.length === 0 ? viewer.queueIds : queueIds.filter((id) => viewer.queueIds.includes(id));
  const queue = all ? queueIds : own;
  return {
    where: {
      status: { in: unfinishedStatuses },
      ...((!all || queue.length > 0) && { queueId: { in: queue } }),
    },
  };
};

const nothing: Where = { queueId: { in: [] } };

const oneOf = (values: readonly string[]): Condition =>
  values.length === 1 ? (values[0] as string) : { in: values };

/**
 * Returns which tickets a list shows, as data: the server queries with it, and a screen evaluates it for each change.
 * What it does not know is a search in texts, which only the server can make.
 */
export const listConditions = (viewer: Viewer, filter: TicketFilter): Conditions => {
  const { where: tab, anyOf } = inTab(viewer, filter);
  const where: Record<string, Condition> = {};
  if (filter.status) where.status = filter.status;
  if (filter.unread) where.unreadMessages = { gt: 0 };
  if (filter.order === 'waiting') where.waitingSince = { gt: '' };
  Object.assign(where, tab);
  if (filter.contactId) where.contactId = filter.contactId;
  if (filter.queueIds && filter.queueIds.length > 0) where.queueId = { in: filter.queueIds };
  if (filter.userIds && filter.userIds.length > 0 && can(viewer, 'tickets-manager:userFilter'))
    where.userId = { in: filter.userIds };
  for (const { name } of filteredFields) {
    const values = filter[name];
    if (values && values.length > 0) where[name] = oneOf(values);
  }
  if (filter.openedIn) where.createdAt = filter.openedIn;
  if (filter.changedIn) where.updatedAt = filter.changedIn;
  if (anyOf === undefined) return { where };
  if (anyOf.length === 0) return { where: { ...where, ...nothing } };
  // One alternative is a plain condition, which an index serves; but never over a filter on the same field.
  const [only] = anyOf;
  return anyOf.length === 1 && Object.keys(only!).every((field) => !(field in where))
    ? { where: { ...where, ...only } }
    : { where, anyOf };
};
