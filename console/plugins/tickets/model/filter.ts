import { inScope } from '../../../../domain/access/policy.ts';
import type { QueueScope } from '../../../../domain/kernel/decider.ts';
import type { TicketStatus } from '../../../../domain/ticket/events.ts';
import type { TicketView } from '../../../../domain/views/index.ts';

/** What a list shows. `queueIds` empty: every queue the viewer may see; null in it: no queue. A search has no status. */
export interface TicketFilter {
  readonly status?: TicketStatus;
  readonly showAll: boolean;
  readonly queueIds: readonly (string | null)[];
  readonly search?: string;
  /** The search looks in the texts of messages instead of in contacts. */
  readonly inMessages?: boolean;
  /** `waiting`: only those whose contact waits for an answer, the longest wait first. Default: changed last first. */
  readonly order?: 'waiting';
  readonly tagIds?: readonly string[];
  readonly userIds?: readonly string[];
  /** With unread messages: the viewer's own, and those nobody has taken of the queues they serve. */
  readonly unread?: true;
  /** One contact's tickets, whoever had them. */
  readonly contactId?: string;
}

export interface Viewer extends QueueScope {
  /** Queues the viewer serves: a supervisor sees every queue and may serve two. Default: those of the scope. */
  readonly ownQueueIds?: readonly string[];
}

type Placed = Pick<TicketView, 'status' | 'queueId' | 'userId'>;

const queuePasses = (filter: TicketFilter, viewer: Viewer, ticket: Placed): boolean =>
  inScope(viewer, ticket) && (filter.queueIds.length === 0 || filter.queueIds.includes(ticket.queueId));

/** Whose tickets wait for the viewer: of its own queues; who sees every queue and serves none serves all. */
const serves = (viewer: Viewer, ticket: Placed): boolean => {
  const own = viewer.ownQueueIds ?? viewer.queueIds;
  if (own === 'all' || (viewer.queueIds === 'all' && own.length === 0)) return true;
  return ticket.queueId === null ? viewer.noQueue : own.includes(ticket.queueId);
};

/** The same rules as the server's list: own open tickets, pending ones of the queues served, every closed one. */
const userPasses = (filter: TicketFilter, viewer: Viewer, ticket: Placed): boolean => {
  if (filter.showAll) return true;
  if (filter.unread)
    return ticket.userId === viewer.userId || (ticket.userId === null && serves(viewer, ticket));
  if (filter.status === 'open') return ticket.userId === viewer.userId;
  return filter.status !== 'pending' || serves(viewer, ticket);
};

/** The spec's live rule: a ticket belongs to a list if its status matches and the user and queue filters pass. */
export const belongs = (filter: TicketFilter, viewer: Viewer, ticket: Placed): boolean =>
  (filter.status === undefined || filter.status === ticket.status) &&
  queuePasses(filter, viewer, ticket) &&
  userPasses(filter, viewer, ticket);

/** Lists that the server's search decided: a change may replace or remove their items, but never adds one. */
export const isSearch = (filter: TicketFilter): boolean =>
  filter.search !== undefined || (filter.tagIds?.length ?? 0) > 0 || (filter.userIds?.length ?? 0) > 0;
