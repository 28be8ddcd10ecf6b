import { inScope } from '../../../../domain/access/policy.ts';
import type { QueueScope } from '../../../../domain/kernel/decider.ts';
import type { TicketStatus } from '../../../../domain/ticket/events.ts';
import type { TicketView } from '../../../../domain/views/index.ts';

/** What a list shows. `queueIds` empty: every queue the viewer may see. A text search has no status. */
export interface TicketFilter {
  readonly status?: TicketStatus;
  readonly showAll: boolean;
  readonly queueIds: readonly string[];
  readonly search?: string;
  readonly tagIds?: readonly string[];
  readonly userIds?: readonly string[];
  /** One contact's tickets, whoever had them. */
  readonly contactId?: string;
}

export type Viewer = QueueScope;

type Placed = Pick<TicketView, 'status' | 'queueId' | 'userId'>;

const queuePasses = (filter: TicketFilter, viewer: Viewer, ticket: Placed): boolean => {
  if (!inScope(viewer, ticket)) return false;
  if (filter.queueIds.length === 0) return true;
  // A ticket without a queue stands beside every selection of those who may see such tickets.
  return ticket.queueId === null ? viewer.noQueue : filter.queueIds.includes(ticket.queueId);
};

const userPasses = (filter: TicketFilter, viewer: Viewer, ticket: Placed): boolean =>
  filter.showAll || ticket.userId === null || ticket.userId === viewer.userId;

/** The spec's live rule: a ticket belongs to a list if its status matches and the user and queue filters pass. */
export const belongs = (filter: TicketFilter, viewer: Viewer, ticket: Placed): boolean =>
  (filter.status === undefined || filter.status === ticket.status) &&
  queuePasses(filter, viewer, ticket) &&
  userPasses(filter, viewer, ticket);

/** Lists that the server's search decided: a change may replace or remove their items, but never adds one. */
export const isSearch = (filter: TicketFilter): boolean =>
  filter.search !== undefined || (filter.tagIds?.length ?? 0) > 0 || (filter.userIds?.length ?? 0) > 0;
