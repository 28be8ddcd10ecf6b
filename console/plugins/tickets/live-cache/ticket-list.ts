import type { Change } from '../../../../contract/changes.ts';
import type { TicketPage as Answer, TicketView } from '../../../../contract/ticket.ts';
import { type LivePages, liveList } from '../../../shell/live-list.ts';
import { belongs, isSearch, type TicketFilter, type Viewer } from './filter.ts';

export type TicketPage = Readonly<Pick<Answer, 'tickets' | 'hasMore'>>;
export type TicketPages = LivePages<TicketPage>;

export const PAGE_SIZE = 40;

const list = liveList<'tickets', TicketView, TicketPage>('tickets', PAGE_SIZE);
export const { flatten, nextPage, find: ticketIn } = list;

/** Returns tickets with the longest wait first; behind those who wait the others, as they stood. */
export const byWait = (tickets: readonly TicketView[]): TicketView[] => [
  ...tickets
    .filter((ticket) => ticket.waitingSince !== null)
    .toSorted((a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '')),
  ...tickets.filter((ticket) => ticket.waitingSince === null),
];

type Order = TicketFilter['order'];

/** Whether `other` stands at or behind the place of `ticket`. */
const behind =
  (order: Order, ticket: TicketView) =>
  (other: TicketView): boolean =>
    order === 'waiting'
      ? (other.waitingSince ?? '') > (ticket.waitingSince ?? '')
      : other.updatedAt <= ticket.updatedAt;

/**
 * Returns a list after a change of one ticket, by the spec's rules: `update` replaces or inserts if status, user and
 * queue filters pass and removes otherwise; `delete` removes; `updateUnread` resets the count; a new message moves its
 * ticket to the top. Documents older than the one held are dropped. Gives the same object if nothing changed.
 */
export const applyTicketChange = <D extends TicketPages>(
  data: D,
  change: Change<TicketView>,
  filter: TicketFilter,
  viewer: Viewer,
): D => {
  const heldTicket = ticketIn(data, change.id);
  const document = change.document;
  const position = document?.position ?? change.position;
  if (heldTicket !== undefined && position < heldTicket.position) return data;
  if (change.action === 'delete')
    return heldTicket === undefined ? data : { ...data, pages: list.without(data.pages, change.id) };
  if (change.action === 'updateUnread' && document === undefined) {
    if (heldTicket === undefined) return data;
    const read = { ...heldTicket, unreadMessages: 0 };
    const pages = belongs(filter, viewer, read)
      ? list.replaced(data.pages, read)
      : list.without(data.pages, change.id);
    return { ...data, pages };
  }
  if (document === undefined) return data;
  if (!belongs(filter, viewer, document))
    return heldTicket === undefined ? data : { ...data, pages: list.without(data.pages, change.id) };
  const { order } = filter;
  if (heldTicket === undefined)
    return isSearch(filter)
      ? data
      : { ...data, pages: list.inserted(data.pages, document, behind(order, document)) };
  const bumped =
    order === 'waiting'
      ? document.waitingSince !== heldTicket.waitingSince
      : document.preview !== null && document.preview.id !== heldTicket.preview?.id;
  if (bumped && !isSearch(filter))
    return {
      ...data,
      pages: list.inserted(list.without(data.pages, change.id), document, behind(order, document)),
    };
  // What a search found stays said: a change of the ticket does not know of it.
  const kept = heldTicket.match === undefined ? document : { ...document, match: heldTicket.match };
  return { ...data, pages: list.replaced(data.pages, kept) };
};
