/** Handing a ticket over to a colleague or a queue: the dialog, and in which order colleagues are proposed. */

import { plainText } from '../../../../domain/text/plain.ts';
/** Whether somebody is at their desk. */
export type Seat = 'online' | 'away' | 'offline';
const seats: readonly (Seat | undefined)[] = ['online', 'away', undefined, 'offline'];

/** A colleague and the queues they serve. */
export interface Colleague {
  readonly id: string;
  readonly name: string;
  readonly queues?: readonly { readonly id: string; readonly name: string }[];
  readonly status?: Seat;
}

/** Returns people with who is there first, for the others answer later; equals stay as they came, by name. */
export const byPresence = <U extends Colleague>(users: readonly U[]): U[] =>
  users.toSorted((one, other) => seats.indexOf(one.status) - seats.indexOf(other.status));
export interface Destination {
  readonly userId: string | null;
  readonly queueId: string | null;
}
type Held = { readonly userId: string | null; readonly queueId: string | null; readonly status: string };

/** The spec's minimum before the whole company is searched. */
export const SEARCH_FROM = 3;

const serves = (user: Colleague, queueId: string | null): boolean =>
  user.queues?.some((queue) => queue.id === queueId) ?? false;

/** Returns whom to offer before anything is searched: those who serve the chosen queue, without who has the ticket already. */
export const suggestedUsers = <U extends Colleague>(
  users: readonly U[],
  queueId: string | null,
  ticket: Held,
): U[] =>
  byPresence(
    users.filter((user) => user.id !== ticket.userId && (queueId === null || serves(user, queueId))),
  );

/**
 * Returns whom the typed letters find: up to two narrow the suggestions; from the third on everyone of the company is
 * searched.
 */
export function usersMatching<U extends Colleague>(
  all: readonly U[],
  suggested: readonly U[],
  typed: string,
  ticket: Held,
): U[] {
  const wanted = plainText(typed).trim();
  const pool =
    wanted.length >= SEARCH_FROM ? byPresence(all.filter((user) => user.id !== ticket.userId)) : suggested;
  return pool.filter((user) => plainText(user.name).includes(wanted));
}

/**
 * Returns the destination with somebody in it: the ticket goes to a queue they serve, unless the chosen one is
 * already theirs.
 */
export const withUser = (to: Destination, user: Colleague | null): Destination =>
  user === null
    ? { ...to, userId: null }
    : {
        userId: user.id,
        queueId: serves(user, to.queueId) ? to.queueId : (user.queues?.[0]?.id ?? to.queueId),
      };

/** Whether nothing would change: the ticket is with them, or waits in that queue, already. */
export const isUnmoved = (ticket: Held, to: Destination): boolean =>
  to.queueId === ticket.queueId &&
  (to.userId === null ? ticket.status === 'pending' && ticket.userId === null : to.userId === ticket.userId);

/** Whether nothing was chosen: an open ticket would go back to the queue it came from, which 'return' is for. */
export const unchosen = (ticket: Held, to: Destination): boolean =>
  ticket.status === 'open' && to.userId === null && to.queueId === ticket.queueId;
