import type { TicketView } from '../../contract/ticket.ts';
import { inScope } from '../../domain/access/policy.ts';
import { ticketStatus } from '../../domain/ticket/events.ts';
import { protocolAsked } from '../../domain/ticket/protocol.ts';
import { listConditions } from '../../domain/ticket-lists/ticket-lists.ts';
import { type Conditions, meets } from '../../domain/where.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { CompanyReader, Query, Through } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Session } from '../auth/subject.ts';
import { timeZoneOf } from '../http/company-time.ts';
import { countOf } from '../http/kept-counts.ts';
import type { Names } from '../names/names.ts';
import { excerpt } from './excerpt.ts';
import { filterOf, type ListQuery } from './query.ts';
import { joinJson, ticketJson } from './view-json.ts';

export const pageSize = 40;
/** Returns a search that finds contacts, then their tickets; and those whose protocol begins so. */
const throughContacts = (search: string): Through => {
  const protocol = protocolAsked(search);
  return {
    field: 'contactId',
    collection: 'contacts',
    search,
    limit: 300,
    ...(protocol !== undefined && { or: { protocol: { gte: protocol, lt: `${protocol}~` } } }),
  };
};
const mostMessages = 400;
/** How many messages are looked through for as many of the caller's own. */
const mostRead = 20 * mostMessages;

/** A ticket of a list; `match`: the message that a search in texts found in it. */
export interface Listed {
  readonly ticket: TicketDocument;
  readonly match?: NonNullable<TicketView['match']>;
}

interface Page {
  readonly tickets: readonly Listed[];
  readonly count: number;
  readonly hasMore: boolean;
}

/** Returns a page of a list: 40 tickets, those changed last first. A search finds contacts (or messages) first, then their tickets. */
export async function listTickets(
  { names, reader, session }: { names: Names; reader: CompanyReader; session: Session },
  query: ListQuery,
  size = pageSize,
): Promise<Page> {
  const company = await names.company(session.companyId);
  const conditions = listConditions(session, filterOf(query, timeZoneOf(company, session.companyId)));
  const skip = (query.pageNumber - 1) * size;

  if (query.searchParam && query.searchIn === 'messages') {
    const found = await byMessages(reader, session, conditions, query.searchParam);
    return {
      tickets: found.slice(skip, skip + size),
      count: found.length,
      hasMore: found.length > skip + size,
    };
  }
  const filter: Pick<Query, 'where' | 'anyOf' | 'through'> = query.searchParam
    ? { ...conditions, through: throughContacts(query.searchParam) }
    : query.contactId
      ? conditions
      : // All of them, named: each status is then read in order from the index that begins with it.
        { ...conditions, where: { status: { in: ticketStatus.options }, ...conditions.where } };
  const sort = [query.sort === 'waiting' ? 'waitingSince' : '-updatedAt'];
  const pageTickets = await reader.find<TicketDocument>('tickets', {
    ...filter,
    sort,
    skip,
    limit: size + 1,
  });
  const hasMore = pageTickets.length > size;
  // A last page tells the number by itself.
  const isLast = !hasMore && (pageTickets.length > 0 || skip === 0);
  return {
    tickets: pageTickets.slice(0, size).map((ticket) => ({ ticket })),
    count: isLast ? skip + pageTickets.length : await countOf(reader, 'tickets', filter),
    hasMore,
  };
}

/** Returns a page as it is sent. */
export async function pageJson(names: Names, companyId: string, page: Page): Promise<Buffer> {
  const { count, hasMore } = page;
  const views = await ticketJson(
    names,
    companyId,
    page.tickets.map(({ ticket }) => ticket),
  );
  // What was found in a ticket is the search's, not the ticket's: it is put into a copy.
  const items = views.map((json, at) => {
    const match = page.tickets[at]?.match;
    return match ? Buffer.from(`${json.subarray(0, -1)},"match":${JSON.stringify(match)}}`) : json;
  });
  return joinJson('{"tickets":', items, `,"count":${count},"hasMore":${hasMore}}`);
}

/** Returns the tickets of the newest messages that match, newest first, each with that message. */
async function byMessages(
  reader: CompanyReader,
  session: Session,
  conditions: Conditions,
  search: string,
): Promise<Listed[]> {
  const isListed = (ticket: TicketDocument) => meets(ticket, conditions) && inScope(session.scope, ticket);
  const foundTickets = new Map<string, Listed>();
  const otherTickets = new Set<string>();
  // What is said in other queues is said more often: it must not hide what the caller may find.
  for (let read = 0, ownCount = 0; ownCount < mostMessages && read < mostRead; read += mostMessages) {
    const messages = await reader.find<MessageDocument>('messages', {
      search,
      sort: ['-order'],
      skip: read,
      limit: mostMessages,
    });
    const unknown = messages
      .map(({ ticketId }) => ticketId)
      .filter((id) => !foundTickets.has(id) && !otherTickets.has(id));
    const tickets = await reader.getMany<TicketDocument>('tickets', [...new Set(unknown)]);
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
    for (const { id, ticketId, body, fromMe, createdAt } of messages) {
      const ticket = foundTickets.get(ticketId)?.ticket ?? byId.get(ticketId);
      if (!ticket || !isListed(ticket)) {
        otherTickets.add(ticketId);
        continue;
      }
      ownCount += 1;
      if (!foundTickets.has(ticketId))
        foundTickets.set(ticketId, {
          ticket,
          match: { id, body: excerpt(body, search), fromMe, at: createdAt },
        });
    }
    if (messages.length < mostMessages) break;
  }
  return [...foundTickets.values()];
}
