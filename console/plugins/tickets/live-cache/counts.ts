/** What the browser holds of tickets (lists, counts, threads), kept true by patching in the changes that come live. */

import type { Change } from '../../../../contract/changes.ts';
import type { TicketCounts, TicketView } from '../../../../contract/ticket.ts';
import { belongs, type TicketFilter, type Viewer } from './filter.ts';

/** GET /tickets/counts: how many tickets the two halves of the open tab hold under the present filter. */
export type Counts = Readonly<Pick<TicketCounts, 'open' | 'pending'> & Partial<Pick<TicketCounts, 'unread'>>>;

const halfOf = (
  filter: TicketFilter,
  viewer: Viewer,
  ticket: TicketView | null,
): 'open' | 'pending' | null =>
  ticket !== null &&
  ticket.status !== 'closed' &&
  belongs({ ...filter, status: ticket.status }, viewer, ticket)
    ? ticket.status
    : null;

/**
 * Returns the counts after a change of one ticket. `before` is the ticket as any cache held it: a change document alone
 * does not say where the ticket was counted. Answers 'unknown' when nobody held it and it is not new, so that the
 * caller asks the server for the two numbers (never for a list).
 */
export const applyCounts = (
  counts: Counts,
  change: Change<TicketView>,
  before: TicketView | undefined,
  filter: TicketFilter,
  viewer: Viewer,
): Counts | 'unknown' => {
  if (change.action === 'updateUnread') return counts;
  const after = change.action === 'delete' ? null : (change.document ?? null);
  if (after === null && change.action !== 'delete') return counts;
  if (before !== undefined && (after?.position ?? change.position) <= before.position) return counts;
  if (before === undefined && change.action !== 'create') return 'unknown';
  const from = before === undefined ? null : halfOf(filter, viewer, before);
  const to = halfOf(filter, viewer, after);
  if (from === to) return counts;
  const next = { ...counts };
  if (from !== null) next[from] = Math.max(0, next[from] - 1);
  if (to !== null) next[to] += 1;
  return next;
};
