import type { Change, TicketView } from '../../../../domain/views/index.ts';
import { belongs, isSearch, type TicketFilter, type Viewer } from './filter.ts';

export interface TicketPage {
  readonly tickets: readonly TicketView[];
  readonly hasMore: boolean;
}
/** The shape react-query keeps for an infinite list. */
export interface TicketPages {
  readonly pages: TicketPage[];
  readonly pageParams: unknown[];
}

export const PAGE_SIZE = 40;

/** Pages may overlap after live changes; each ticket is shown once, at its first place. */
export const flatten = (data: TicketPages | undefined): TicketView[] => {
  const seen = new Set<string>();
  const tickets: TicketView[] = [];
  for (const page of data?.pages ?? [])
    for (const ticket of page.tickets)
      if (!seen.has(ticket.id)) {
        seen.add(ticket.id);
        tickets.push(ticket);
      }
  return tickets;
};

/**
 * The page to ask for next. It is counted from what is held, not from the number of pages: tickets that live changes
 * took out of the list moved the following ones up, and the next page would skip as many.
 */
export const nextPage = (pages: readonly TicketPage[]): number | undefined =>
  pages.at(-1)?.hasMore
    ? Math.floor(flatten({ pages: [...pages], pageParams: [] }).length / PAGE_SIZE) + 1
    : undefined;

/** The longest wait first; behind those who wait the others, as they stood. */
export const byWait = (tickets: readonly TicketView[]): TicketView[] => [
  ...tickets
    .filter((ticket) => ticket.waitingSince !== null)
    .toSorted((a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '')),
  ...tickets.filter((ticket) => ticket.waitingSince === null),
];

const without = (pages: readonly TicketPage[], id: string): TicketPage[] =>
  pages.map((page) =>
    page.tickets.some((ticket) => ticket.id === id)
      ? { ...page, tickets: page.tickets.filter((ticket) => ticket.id !== id) }
      : page,
  );

type Order = TicketFilter['order'];

/** Whether `other` stands at or behind the place of `ticket`. */
const behind =
  (order: Order, ticket: TicketView) =>
  (other: TicketView): boolean =>
    order === 'waiting'
      ? (other.waitingSince ?? '') > (ticket.waitingSince ?? '')
      : other.updatedAt <= ticket.updatedAt;

/** In its place by the list's order; beyond the last page held it is left to the page that will bring it. */
const inserted = (pages: readonly TicketPage[], ticket: TicketView, order: Order): TicketPage[] => {
  const follows = behind(order, ticket);
  const target = pages.findIndex((page) => page.tickets.some(follows));
  if (target === -1) {
    const last = pages.at(-1);
    if (last === undefined || (last.hasMore && last.tickets.length > 0)) return [...pages];
    return [...pages.slice(0, -1), { ...last, tickets: [...last.tickets, ticket] }];
  }
  return pages.map((page, index) => {
    if (index !== target) return page;
    const at = page.tickets.findIndex(follows);
    return { ...page, tickets: page.tickets.toSpliced(at, 0, ticket) };
  });
};

const replaced = (pages: readonly TicketPage[], ticket: TicketView): TicketPage[] =>
  pages.map((page) =>
    page.tickets.some((other) => other.id === ticket.id)
      ? { ...page, tickets: page.tickets.map((other) => (other.id === ticket.id ? ticket : other)) }
      : page,
  );

/**
 * A list after a change of one ticket, by the spec's rules: `update` replaces or inserts if status, user and queue
 * filters pass and removes otherwise; `delete` removes; `updateUnread` resets the count; a new message moves its
 * ticket to the top. Documents older than the one held are dropped. Gives the same object if nothing changed.
 */
export const applyTicketChange = <D extends TicketPages>(
  data: D | undefined,
  change: Change<TicketView>,
  filter: TicketFilter,
  viewer: Viewer,
): D | undefined => {
  if (data === undefined) return undefined;
  const held = flatten(data).find((ticket) => ticket.id === change.id);
  const document = change.document;
  const position = document?.position ?? change.position;
  if (held !== undefined && position < held.position) return data;
  if (change.action === 'delete')
    return held === undefined ? data : { ...data, pages: without(data.pages, change.id) };
  if (change.action === 'updateUnread' && document === undefined)
    return held === undefined
      ? data
      : filter.unread
        ? { ...data, pages: without(data.pages, change.id) }
        : { ...data, pages: replaced(data.pages, { ...held, unreadMessages: 0 }) };
  if (document === undefined) return data;
  if (filter.contactId !== undefined && document.contactId !== filter.contactId) return data;
  const waits = filter.order !== 'waiting' || document.waitingSince !== null;
  const unread = !filter.unread || document.unreadMessages > 0;
  if (!waits || !unread || !belongs(filter, viewer, document))
    return held === undefined ? data : { ...data, pages: without(data.pages, change.id) };
  const { order } = filter;
  if (held === undefined)
    return isSearch(filter) ? data : { ...data, pages: inserted(data.pages, document, order) };
  const bumped =
    order === 'waiting'
      ? document.waitingSince !== held.waitingSince
      : document.preview !== null && document.preview.id !== held.preview?.id;
  if (bumped && !isSearch(filter))
    return { ...data, pages: inserted(without(data.pages, change.id), document, order) };
  // What a search found stays said: a change of the ticket does not know of it.
  const kept = held.match === undefined ? document : { ...document, match: held.match };
  return { ...data, pages: replaced(data.pages, kept) };
};
