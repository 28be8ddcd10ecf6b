import type { TicketView } from '../../../../domain/views/index.ts';

type Seen = ReadonlyMap<string, string>;
type Unread = Pick<TicketView, 'id' | 'preview'>;

/** Which message each unread ticket ended with. */
export const lastMessages = (tickets: readonly Unread[]): Seen =>
  new Map(tickets.map(({ id, preview }) => [id, preview?.id ?? '']));

/**
 * Tickets to whose contact's new message attention is called: those that end with another message than they did, written
 * by the contact, and are not the conversation being read. A ticket that only came into sight with an old message (its
 * agent returned it, the list was loaded anew) is no arrival.
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
