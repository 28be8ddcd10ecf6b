/** How agents hear of what comes in: the bell, sounds and their volume, and notices of the desktop. */

import type { TicketView } from '../../../../contract/ticket.ts';

type Seen = ReadonlyMap<string, string>;
type Unread = Pick<TicketView, 'id' | 'preview'>;
type Given = Pick<TicketView, 'id' | 'handed' | 'userId'>;

/** Returns which message each unread ticket ended with. */
export const lastMessages = (tickets: readonly Unread[]): Seen =>
  new Map(tickets.map(({ id, preview }) => [id, preview?.id ?? '']));

/** Returns when each ticket was handed to who has it now. */
export const lastHanded = (tickets: readonly Given[]): Seen =>
  new Map(tickets.map(({ id, handed }) => [id, handed?.at ?? '']));

/** Returns tickets that somebody else has just handed to this user. */
export const handedOver = <T extends Given>(
  before: Seen,
  tickets: readonly T[],
  userId: string,
  since: string,
): readonly T[] =>
  tickets.filter(
    (ticket) =>
      ticket.userId === userId &&
      ticket.handed !== null &&
      ticket.handed.at >= since &&
      before.get(ticket.id) !== ticket.handed.at,
  );

/**
 * Returns tickets to whose contact's new message attention is called: those that end with another message than they
 * did, written by the contact, and are not the conversation being read. A ticket that only came into sight with an old
 * message (its agent returned it, the list was loaded anew) is no arrival.
 */
export const arrivals = <T extends Unread>(
  before: Seen,
  tickets: readonly T[],
  reading: string | undefined,
  since: string,
): readonly T[] =>
  tickets.filter(
    ({ id, preview }) =>
      preview !== null &&
      !preview.fromMe &&
      preview.at >= since &&
      id !== reading &&
      before.get(id) !== preview.id,
  );
