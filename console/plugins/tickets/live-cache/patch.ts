import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import type { ContactView } from '../../../../contract/contact.ts';
import type { MessageView } from '../../../../contract/message.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { patchQueries, patchQuery } from '../../../shell/patch-query.ts';
import { applyCounts, type Counts } from './counts.ts';
import type { TicketFilter, Viewer } from './filter.ts';
import { keys } from './keys.ts';
import { isRemembered, rememberChange } from './recent-changes.ts';
import { recountSoon } from './recount.ts';
import { applyMessageChange, type MessagePages } from './thread.ts';
import { applyTicketChange, flatten, type TicketPages, ticketIn } from './ticket-list.ts';

const filterOf = (key: readonly unknown[]): TicketFilter => key[2] as TicketFilter;

/** Returns the newest version of a ticket that any cache holds. */
export const heldTicket = (cache: QueryClient, id: string): TicketView | undefined => {
  const lists = cache
    .getQueriesData<TicketPages>({ queryKey: keys.lists })
    .flatMap(([, data]) => ticketIn(data, id) ?? []);
  const one = cache.getQueryData<TicketView>(keys.ticket(id));
  return [...lists, ...(one === undefined ? [] : [one])].sort((a, b) => b.position - a.position)[0];
};

/** Returns how many a half holds, if its list is loaded to the end; a search by nothing else than the counts' own filter. */
const lengthOf = (cache: QueryClient, filter: TicketFilter): number | undefined => {
  const pages = cache.getQueryData<TicketPages>(keys.list(filter));
  return pages === undefined || pages.pages.at(-1)?.hasMore !== false ? undefined : flatten(pages).length;
};

/** Returns the counts as the lists say them, where both are loaded whole. */
const countsOfLists = (cache: QueryClient, { showAll, queueIds }: TicketFilter): Counts | undefined => {
  const open = lengthOf(cache, { showAll, queueIds, status: 'open' });
  const pending = lengthOf(cache, { showAll, queueIds, status: 'pending' });
  return open === undefined || pending === undefined ? undefined : { open, pending };
};

/**
 * Whether a cache held what the change says before the change came: a list or the open ticket was answered after what
 * was written, and nobody can tell whether the counts were.
 */
const isOvertaken = ({ action, document, position }: Change<TicketView>, before: TicketView): boolean =>
  (document !== undefined || action === 'delete') &&
  (document?.position ?? position) <= before.position &&
  !isRemembered(before);

/** Patches lists, counts and the ticket itself from one change; asks for the two counts only where they are unknowable. */
export const patchTicket = (cache: QueryClient, viewer: Viewer, change: Change<TicketView>): void => {
  const before = heldTicket(cache, change.id);
  const overtaken = before !== undefined && isOvertaken(change, before);
  rememberChange(change);
  patchQueries<TicketPages>(
    cache,
    keys.lists,
    (key) => (held) => applyTicketChange(held, change, filterOf(key), viewer),
  );
  for (const [key, counts] of cache.getQueriesData<Counts>({ queryKey: keys.allCounts })) {
    // An answer on its way was counted before this change, or after: nobody can tell.
    if (cache.isFetching({ queryKey: key, exact: true }) > 0) recountSoon(cache);
    if (counts === undefined) continue;
    const applied = overtaken ? 'unknown' : applyCounts(counts, change, before, filterOf(key), viewer);
    const next = applied === 'unknown' ? countsOfLists(cache, filterOf(key)) : applied;
    if (next === undefined) recountSoon(cache);
    else if (next !== counts) cache.setQueryData(key, { ...counts, ...next });
  }
  const key = keys.ticket(change.id);
  // Deleted, or out of the viewer's sight: the server says which, when the open page asks again.
  if (change.action === 'delete' && cache.getQueryData(key) !== undefined)
    void cache.invalidateQueries({ queryKey: key, refetchType: 'active' });
  const { document } = change;
  if (document !== undefined)
    patchQuery<TicketView>(cache, key, (held) => (document.position < held.position ? held : document));
};

export const patchMessage = (cache: QueryClient, change: Change<MessageView>): void => {
  const ticketId = change.document?.ticketId;
  if (ticketId === undefined) return;
  patchQuery<MessagePages>(cache, keys.thread(ticketId), (held, again) =>
    applyMessageChange(held, change, again),
  );
};

/** A command's answer is a change like any other: the agent's own screen does not wait for the feed. */
export const patchAnswer = (cache: QueryClient, viewer: Viewer, ticket: TicketView): void =>
  patchTicket(cache, viewer, {
    channel: 'answer',
    action: 'update',
    id: ticket.id,
    document: ticket,
    position: ticket.position,
  });

export const patchMessageAnswer = (cache: QueryClient, message: MessageView): void =>
  patchMessage(cache, {
    channel: 'answer',
    action: 'update',
    id: message.id,
    document: message,
    position: message.position,
  });

/** A contact's new name or number stands in every ticket that is on the screen. */
export const patchContact = (cache: QueryClient, contact: ContactView): void => {
  const held = cache.getQueryData<ContactView>(keys.contact(contact.id));
  if (held !== undefined && held.position > contact.position) return;
  patchQuery<ContactView>(cache, keys.contact(contact.id), (known) =>
    known.position > contact.position ? known : contact,
  );
  const { id, name, number, email, profilePicUrl, extraInfo } = contact;
  const renameIn = (ticket: TicketView): TicketView =>
    ticket.contactId === id
      ? { ...ticket, contact: { id, name, number, email, profilePicUrl, extraInfo } }
      : ticket;
  patchQueries<TicketPages>(
    cache,
    keys.lists,
    () => (pages) =>
      flatten(pages).some((ticket) => ticket.contactId === id)
        ? { ...pages, pages: pages.pages.map((page) => ({ ...page, tickets: page.tickets.map(renameIn) })) }
        : pages,
  );
  patchQueries<TicketView>(cache, keys.tickets, () => renameIn);
};
